"""The site refuses to start with settings that would surprise: in one sentence, before anything is served."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from lastcall_site import checks
from lastcall_site.environment import Environment, database

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": "a-long-enough-key-for-a-check-0123456789-abcdefghijklmnop",
    "ALLOWED_HOSTS": "lastcall.example",
    "EMAIL_HOST": "mail.example",
}


def django(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    plain = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "lastcall_site.settings"}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=plain | variables, capture_output=True, text=True, timeout=60
    )


def setting(name: str, **variables: str) -> str:
    """What a fresh process with these variables takes the setting for; or the last line of its complaint."""
    ran = django("-c", f"from django.conf import settings; print((settings.{name}))", **variables)
    return (ran.stdout if ran.returncode == 0 else ran.stderr).strip().splitlines()[-1]


def test_the_deployment_check_finds_nothing_in_a_production_like_environment():
    ran = django("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert ran.returncode == 0, ran.stderr


def test_the_deployment_check_says_that_without_a_mail_server_no_mail_arrives():
    ran = django("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION | {"EMAIL_HOST": ""})
    assert ran.returncode != 0
    assert "mail" in ran.stderr


def test_with_nothing_set_the_site_is_for_this_machine_alone():
    assert setting("DEBUG, settings.ALLOWED_HOSTS") == "(True, ['localhost', '127.0.0.1', '[::1]'])"


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DEBUG": "0"}, "SECRET_KEY is not set"),
        ({"ALLOWED_HOSTS": "lastcall.example"}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": "x" * 60}, "ALLOWED_HOSTS is not set"),
        ({"DEBUG": "1", "ALLOWED_HOSTS": "lastcall.example"}, "ALLOWED_HOSTS may only name this machine"),
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps': say 1 or 0."),
        ({"WEB_CONCURRENCY": "2"}, "REDIS_URL is not set"),
        ({"DATABASE_URL": "mysql://localhost/lastcall"}, "DATABASE_URL is not understood"),
        ({"EMAIL_VERIFICATION": "never"}, "either optional or mandatory"),
    ],
)
def test_wrong_settings_are_refused_with_the_reason(variables, sentence):
    complaint = setting("DEBUG", **variables)
    assert complaint.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert sentence in complaint


def test_several_workers_start_once_they_can_hear_each_other():
    assert setting("WORKERS", WEB_CONCURRENCY="2", REDIS_URL="redis://localhost:6379/0") == "2"


def test_workers_asked_for_on_the_command_line_without_redis_do_not_start():
    script = "import sys; sys.argv = ['uvicorn', 'lastcall_site.asgi:application', '--workers', '3']\n"
    script += "import lastcall_site.asgi"
    ran = django("-c", script)
    assert ran.returncode != 0
    assert "3 worker processes were asked for and REDIS_URL is not set" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "workers"),
    [
        (["uvicorn", "app", "--workers", "4"], 4),
        (["uvicorn", "app", "--workers=4"], 4),
        (["gunicorn", "-w", "2", "app"], 2),
        (["daphne", "app"], 1),
        (["uvicorn", "--workers"], 1),
    ],
)
def test_the_number_of_workers_is_read_from_a_servers_command_line(arguments, workers):
    assert checks.workers_asked_for(arguments) == workers


def test_cookies_stay_off_plain_http_unless_asked_otherwise():
    names = "SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT"
    assert setting(names, **PRODUCTION) == "(True, True, True)"
    assert setting(names, HTTPS="0", **PRODUCTION) == "(False, False, False)"


def test_forwarded_headers_are_believed_only_behind_a_named_number_of_proxies():
    assert setting("SECURE_PROXY_SSL_HEADER", **PRODUCTION) == "None"
    assert setting("SECURE_PROXY_SSL_HEADER", TRUSTED_PROXIES="1", **PRODUCTION) != "None"


# --- The helpers ----------------------------------------------------------------------------------------------------


def test_a_postgresql_address_is_taken_apart():
    read = database("postgres://bar%40:p%2Fw@db.example:5433/last%20call?sslmode=require", base_dir=ROOT)
    assert (read["USER"], read["PASSWORD"]) == ("bar@", "p/w")
    assert (read["HOST"], read["PORT"], read["NAME"]) == ("db.example", "5433", "last call")
    assert read["OPTIONS"] == {"sslmode": "require"}
    assert read["CONN_HEALTH_CHECKS"] is True


def test_a_sqlite_path_is_relative_to_the_project_or_absolute():
    assert database("sqlite:///var/a.sqlite3", base_dir=ROOT)["NAME"] == ROOT / "var/a.sqlite3"
    assert database("sqlite:////tmp/a.sqlite3", base_dir=ROOT)["NAME"] == Path("/tmp/a.sqlite3")


def test_sqlite_is_durable_and_its_writers_wait_their_turn():
    options = database("sqlite:///var/a.sqlite3", base_dir=ROOT)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", "postgres://host/", "lastcall.sqlite3", "redis://x/0"])
def test_any_other_database_address_is_refused_without_repeating_it(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is not understood"):
        database(url, base_dir=ROOT)


def test_a_refused_address_does_not_show_its_password():
    with pytest.raises(ImproperlyConfigured) as refusal:
        database("mysql://me:s3cret@host/x", base_dir=ROOT)
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize("value", ["-1", "1.5", "many", "٣"])
def test_a_whole_number_must_be_one(value):
    with pytest.raises(ImproperlyConfigured, match="PROXIES"):
        Environment({"PROXIES": value}).whole_number("PROXIES", 0)


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "fast"])
def test_a_scale_must_be_a_number_above_zero(value):
    with pytest.raises(ImproperlyConfigured, match="SCALE"):
        Environment({"SCALE": value}).positive_number("SCALE", 1.0)


def test_an_empty_variable_counts_as_not_set():
    env = Environment({"A": " "})
    assert env.text("A", "default") == "default"
    assert env.flag("A", default=True) is True
    assert env.words("A") == []


def test_the_machines_own_key_is_made_once_and_kept_from_others(tmp_path):
    path = tmp_path / "var" / "secret-key"
    key = checks.own_secret_key(path)
    assert len(key) >= 50
    assert checks.own_secret_key(path) == key
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]
