"""The site can be installed; what a browser keeps of it is the page for a line that is down, and nothing else."""

from __future__ import annotations

import json
import re
from http import HTTPStatus

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_site_and_icons_that_are_there(client):
    response = client.get("/manifest.webmanifest")
    manifest = json.loads(response.content)
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Last Call: the bartender game", "/", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == HTTPStatus.OK


def test_every_page_names_the_manifest_and_its_policy_allows_it_and_the_worker(client):
    response = client.get("/who/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in response.content.decode()
    policy = response.headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy


def test_the_worker_keeps_one_page_with_its_drawing_and_nothing_else(client):
    response = client.get("/service-worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"
    kept = re.search(r"const KEPT = (\[.*\]);", response.content.decode())
    assert kept
    assert json.loads(kept[1]) == ["/offline/", "/static/offline.css", "/static/scenes.svg"]
    # Nothing is put into its store but when it is installed.
    assert response.content.decode().count("cache.add") == 1
    assert "cache.put" not in response.content.decode()


def test_the_page_for_a_line_that_is_down_says_nothing_of_who_asked(client):
    nobody = client.get("/offline/").content
    client.post("/guest/")
    assert client.get("/offline/").content == nobody
    assert b"The line to the bar is down" in nobody
