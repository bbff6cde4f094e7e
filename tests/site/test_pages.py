"""What every page has in common: the policy, the frame around it, and a next step when something went wrong."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from django.template.loader import get_template
from django.test import Client, override_settings
from django.urls import path

from lastcall_site import urls

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ["/who/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/players/me/", "/staff/login/"]


def policy_of(response) -> dict[str, str]:
    parts = response.headers["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts if part.strip())


@pytest.mark.parametrize("address", [*PAGES, "/no/such/page/"])
def test_every_page_forbids_inline_code_and_anything_from_elsewhere(client, address):
    policy = policy_of(client.get(address, follow=True))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize("address", [*PAGES, "/no/such/page/"])
def test_no_page_has_inline_code_that_the_policy_would_stop(client, address):
    page = client.get(address, follow=True).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", page)
    scripts = re.findall(r"<script\b[^>]*>", page)
    assert all("src=" in script or "application/json" in script for script in scripts)


def test_every_page_is_kept_out_of_frames_and_sends_no_address_elsewhere(client):
    headers = client.get("/who/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_every_page_has_one_main_region_a_skip_link_to_it_and_a_live_region_for_messages(client):
    page = client.get("/who/").content.decode()
    assert page.count("<main") == 1
    assert '<a class="skip-link" href="#main">' in page
    assert 'id="main"' in page
    assert re.search(r'<div id="messages"[^>]*aria-live="polite"', page)
    assert '<html lang="en">' in page


def test_a_page_without_a_live_region_loads_nothing_for_one(client):
    assert "htmx" not in client.get("/who/").content.decode()


def test_the_live_scripts_come_in_order_and_are_not_deferred():
    head = get_template("_live_scripts.html").render()
    scripts = re.findall(r'<script src="/static/([\w./-]+)"></script>', head)
    assert scripts[:2] == ["vendor/htmx.min.js", "vendor/hx-ws.min.js"]
    assert len(scripts) == head.count("<script")
    assert '"maxOutgoingMessagesQueueSize":0' in head


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html"])
def test_every_error_page_stands_alone_and_shows_the_next_step(name):
    page = get_template(name).render()
    assert "<h1>" in page
    assert 'href="/"' in page
    assert "Traceback" not in page


def test_the_page_for_a_broken_server_asks_nothing_of_it():
    source = (ROOT / "templates" / "500.html").read_text()
    assert "{%" not in source
    assert "{{" not in source


def test_an_unknown_address_gives_the_not_found_page(client):
    response = client.get("/no/such/page/")
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert "There is nothing here" in response.content.decode()


def broken(request):
    raise RuntimeError("on purpose")


urlpatterns = [path("broken/", broken), *urls.urlpatterns]


@override_settings(ROOT_URLCONF="tests.site.test_pages")
def test_a_failure_gives_the_page_with_a_next_step_and_no_detail(client):
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    page = response.content.decode()
    assert "Something broke on our side" in page
    assert "on purpose" not in page


def test_a_form_without_its_token_is_refused_with_a_way_on():
    response = Client(enforce_csrf_checks=True).post("/guest/")
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert "Please try that once more" in response.content.decode()


def test_a_host_that_is_not_ours_is_refused(client):
    assert client.get("/who/", headers={"host": "evil.example"}).status_code == HTTPStatus.BAD_REQUEST


def test_the_staffs_sign_in_is_the_one_with_limits_on_guessing(client):
    response = client.get("/staff/login/?next=/staff/")
    assert response.status_code == HTTPStatus.FOUND
    assert response.url.startswith("/accounts/login/")
