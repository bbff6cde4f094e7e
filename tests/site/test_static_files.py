"""Static files come from the same process, in synchronous and asynchronous servers alike."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from asgiref.sync import iscoroutinefunction
from django.http import HttpResponse

from lastcall_site.static_files import StaticFiles

SCRIPT = "/static/vendor/htmx.min.js"


def test_a_file_is_served_whole_with_its_type(client):
    response = client.get(SCRIPT)
    assert response.status_code == HTTPStatus.OK
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert int(response.headers["Content-Length"]) == len(response.content) > 10_000


def test_a_file_that_the_browser_has_already_is_not_sent_again(client):
    known = client.get(SCRIPT).headers["ETag"]
    response = client.get(SCRIPT, headers={"if-none-match": known})
    assert response.status_code == HTTPStatus.NOT_MODIFIED
    assert response.content == b""


async def test_an_asynchronous_server_gets_the_same_file(async_client, client):
    response = await async_client.get(SCRIPT)
    assert response.status_code == HTTPStatus.OK
    assert not response.streaming
    assert b"htmx" in response.content


def test_a_file_that_is_not_there_is_not_found(client, db):
    assert client.get("/static/nothing.js").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("address", ["/static/../settings.py", "/static/%2e%2e/settings.py", "/static//etc/passwd"])
def test_nothing_outside_the_folder_is_served(client, db, address):
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_it_adds_no_thread_between_an_asynchronous_server_and_the_page():
    async def page(request):
        return HttpResponse()

    assert iscoroutinefunction(StaticFiles(page))
    assert not iscoroutinefunction(StaticFiles(lambda request: HttpResponse()))
