"""What others wrote lies here unmodified, and the locks name no address."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
VENDOR = ROOT / "lastcall_site" / "static" / "vendor"


def test_every_vendored_script_is_the_one_that_its_readme_names():
    named = dict(re.findall(r"^\| `([\w.-]+\.js)` .*`([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.M))
    there = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in VENDOR.glob("*.js")}
    assert named == there
    assert "htmx.min.js" in there


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_names_no_address_and_no_host(name):
    text = (ROOT / name).read_text()
    assert not re.findall(r"https?:|file:|--(?:extra-)?index-url|--find-links|@ ", text)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_and_hashes_each_package(name):
    text = (ROOT / name).read_text()
    pins = re.findall(r"^([\w.-]+(?:\[[\w,-]+\])?)==\S+(?: ; [^\\\n]+)? \\\n    --hash=sha256:", text, re.M)
    named = re.findall(r"^(?! |#)\S.*$", text, re.M)
    assert len(pins) == len(named) > 20


def test_the_site_runs_on_the_versions_that_were_tested():
    pin = re.compile(r"^[\w.\[\],-]+==.*?(?= \\$)", re.M)
    run = set(pin.findall((ROOT / "requirements.lock").read_text()))
    assert run <= set(pin.findall((ROOT / "requirements-dev.lock").read_text()))
