"""Plays a short match in a browser and takes a picture of every kind of page. Started by script/screenshots."""

from __future__ import annotations

import base64
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.playing import ByMouse, is_over  # noqa: E402
from tests.browser.test_league import enter_on_pad, found_league  # noqa: E402

THEMES = {"dark": "", "light": "-light"}
PHASES = {"dealing": "table", "moving": "table-moving", "making": "table-making", "last_call": "table-last-call"}
SIZES = {1440: {"width": 1440, "height": 900}, 360: {"width": 360, "height": 740}}
PRACTICE = (
    ("practice", "/practice/"),
    ("first-game", "/practice/first/5/"),
    ("finish-it", "/practice/finish/tukxky2krqk83/?did=KRO.OBF"),
    ("spot-it", "/practice/spot/abc/?at=5"),
)
FORGED_FORM = """() => {
  const form = Object.assign(document.createElement("form"), {method: "post", action: "/play/"});
  document.body.append(form);
  form.submit();
}"""
PATIENCE = 400
ARGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync".split()


@contextmanager
def running_site() -> Iterator[str]:
    """The address of a site that exists for the pictures alone."""
    with tempfile.TemporaryDirectory(prefix="lastcall-screenshots-") as folder:
        environment = os.environ | {
            "SECRET_KEY": "of-the-screenshots-only-" + "0123456789" * 4,
            "ALLOWED_HOSTS": "127.0.0.1",
            "DEBUG": "0",
            "HTTPS": "0",
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "LASTCALL_PACE_SCALE": "0.3",
            "LASTCALL_BOTS_FILL_SECONDS": "20",
        }
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        for words in (["migrate"], ["collectstatic", "--noinput"]):
            subprocess.run([sys.executable, "manage.py", *words, "-v", "0"], cwd=ROOT, env=environment, check=True)
        command = [sys.executable, "-m", "daphne", "-v", "0", "-p", str(port), "lastcall_site.asgi:application"]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server does not answer.")


FEWER_SHADES = """async ([source, step]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  for (let i = 0; i < pixels.data.length; i++) if (i % 4 < 3) pixels.data[i] = Math.round(pixels.data[i] / step) * step;
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
}"""
"""Colours in steps, small enough that nobody sees them, make a picture with glows in it much smaller."""
LARGEST = 290_000


def packed(png: bytes) -> bytes:
    """The same picture, with its data packed as small as zlib can: a browser packs in a hurry."""
    chunks, data, at = [], b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            data += body
        elif kind in (b"IHDR", b"IEND"):
            chunks.append((kind, body))
        at += 12 + length
    chunks.insert(1, (b"IDAT", zlib.compress(zlib.decompress(data), 9)))
    return png[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def shrink(browser: Browser, folder: Path) -> None:
    page = browser.new_page()
    for picture in folder.glob("*.png"):
        source = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
        for step in (1, 2, 4, 6, 8):
            picture.write_bytes(packed(base64.b64decode(page.evaluate(FEWER_SHADES, [source, step]))))
            if picture.stat().st_size <= LARGEST:
                break


class Camera:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def take(self, name: str) -> None:
        """One picture at each size in each theme; the page is as large as on the desk, and dark, afterwards."""
        for theme, ending in reversed(THEMES.items()):
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            for width, size in reversed(SIZES.items()):
                self.page.set_viewport_size(size)  # type: ignore[arg-type]
                self.page.screenshot(path=self.folder / f"{name}-{width}{ending}.png", animations="disabled")


def open_table(page: Page, site: str) -> None:
    page.goto(f"{site}/tables/new/")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    page.locator("[name=games_agreed]").fill("1")
    page.locator("[name=seat_count]").fill("5")
    page.locator("[name=pace]").select_option("relaxed")
    page.get_by_role("button", name="Open the table").click()
    for seated in (2, 3):
        page.get_by_role("button", name="Add a bot").click()
        page.locator(".seat-list .seat:not(.empty)").nth(seated - 1).wait_for()


def phase_of(page: Page) -> str:
    return page.locator("#status").get_attribute("data-phase") or ""


def is_worth_a_picture(page: Page, phase: str) -> bool:
    """In the middle of a game: somebody has made a drink. Of a making step: one's own drink can be made."""
    if phase == "making":
        return page.locator("#hand .places button").count() > 0
    if phase == "moving":
        return page.locator("#bartenders .pick").count() > 0
    if phase == "dealing":
        return page.locator(".made .glass").count() > 0 and page.locator("#bartenders .cards:not(.n0)").count() > 1
    return True


def play(page: Page, camera: Camera, screen: Camera) -> None:
    page.locator("#hand .drink").first.wait_for(timeout=20_000)
    hand = ByMouse(page, seed=5)
    missing = dict(PHASES)
    give_up_at = time.monotonic() + PATIENCE
    while not is_over(page):
        if time.monotonic() > give_up_at:
            raise SystemExit("The game did not come to its end.")
        phase = phase_of(page)
        if phase in missing and is_worth_a_picture(page, phase):
            page.mouse.move(0, 0)
            camera.take(missing[phase])
            if phase == "dealing":
                screen.page.goto(page.url + "big/")
                screen.take("big-screen")
            if phase_of(page) == phase:  # it may have moved on between the pictures: then the next will do
                del missing[phase]
        hand.step()
        page.wait_for_timeout(100)
    if missing:
        raise SystemExit(f"The game was over before there was a picture of {', '.join(missing)}: run this again.")
    page.locator("#sheet .result").wait_for()
    camera.take("score-sheet")


def play_a_league(browser: Browser, site: str, camera: Camera) -> None:
    """Two members, one round at a real table, its result by score pad."""
    page = camera.page
    page.goto(f"{site}/players/me/")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    page.get_by_text("You play as").wait_for()
    invite = found_league(page, site)
    league = page.url
    guest = browser.new_context().new_page()
    guest.goto(invite)
    guest.get_by_role("button", name="Join the league").click()
    guest.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    guest.get_by_role("button", name="Join the league").click()
    guest.get_by_role("heading", level=1, name="Nine at the bar", exact=True).wait_for()
    page.goto(league)
    page.get_by_role("link", name="Make the next round").first.click()
    page.get_by_label("Where").select_option("tables")
    page.get_by_role("button", name="Make the round").click()
    page.get_by_role("button", name="Everybody is here").click()
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("link", name=re.compile("Score pad")).click()
    page.locator(".pad-row").first.wait_for()
    camera.take("score-pad")
    enter_on_pad(page, [4, 9])
    page.get_by_role("button", name="Count the match").click()
    page.get_by_text("Entered by hand by").wait_for()
    page.goto(league)
    camera.take("league")


def take_errors(site: str, camera: Camera) -> None:
    camera.page.goto(f"{site}/no/such/page/")
    camera.take("error-404")
    camera.page.goto(site)
    camera.page.evaluate(FORGED_FORM)
    camera.page.get_by_role("heading", level=1).wait_for()
    camera.take("error-403")
    camera.page.goto(f"{site}/offline/")
    camera.take("offline")


def take_all(browser: Browser, site: str, folder: Path) -> None:
    page = browser.new_context(color_scheme="dark", viewport=SIZES[1440]).new_page()  # type: ignore[arg-type]
    camera = Camera(page, folder)
    open_table(page, site)
    camera.take("room")
    visitor = Camera(browser.new_context(color_scheme="dark").new_page(), folder)
    for name, path in (("lobby", "/tables/"), ("rules", "/rules/"), *PRACTICE):
        visitor.page.goto(site + path)
        visitor.take(name)
    page.get_by_role("button", name=re.compile("Fill the empty seats")).click()
    play(page, camera, visitor)
    page.get_by_role("link", name="To the match page").click()
    page.locator("table.score-sheet tbody tr").first.wait_for()
    camera.take("match")
    page.get_by_role("link", name="Game 1").first.click()
    page.get_by_role("link", name="See that moment").wait_for()
    camera.take("game")
    page.get_by_role("link", name="See that moment").click()
    page.get_by_role("link", name="All hands").click()
    page.locator(".hand-of").first.wait_for()
    camera.take("replay")
    page.goto(f"{site}/players/me/")
    page.get_by_role("link", name="Your matches and figures").click()
    page.get_by_role("heading", name="Settling up").wait_for()
    camera.take("profile")
    visitor.page.goto(site)
    visitor.page.locator("#show").wait_for()  # the game that was just played
    visitor.take("home")
    play_a_league(browser, site, visitor)
    take_errors(site, visitor)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=ARGS)
        take_all(browser, site, folder)
        shrink(browser, folder)
        browser.close()
    for picture in sorted(folder.glob("*.png")):
        print(f"{picture.name} {picture.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
