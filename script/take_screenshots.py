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

SIZES = {1440: {"width": 1440, "height": 900}, 360: {"width": 360, "height": 740}}
PRACTICE = (
    ("practice", "/practice/"),
    ("first-game", "/practice/first/5/"),
    ("finish-it", "/practice/finish/tukxky2krqk83/?did=KRO.OBF"),
    ("spot-it", "/practice/spot/abc/?at=5"),
)
PATIENCE = 240
ARGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync".split()


@contextmanager
def running_site() -> Iterator[str]:
    """The address of a site that exists for the pictures alone."""
    with tempfile.TemporaryDirectory(prefix="lastcall-screenshots-") as folder:
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "LASTCALL_PACE_SCALE": "0.2",
            "LASTCALL_BOTS_FILL_SECONDS": "20",
        }
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
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
        """One picture at each size; the page is as large as on the desk afterwards."""
        for width, size in SIZES.items():
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            self.page.screenshot(path=self.folder / f"{name}-{width}.png", animations="disabled")
        self.page.set_viewport_size(SIZES[1440])  # type: ignore[arg-type]


def open_table(page: Page, site: str) -> None:
    page.goto(f"{site}/tables/new/")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    page.locator("[name=games_agreed]").fill("1")
    page.locator("[name=seat_count]").fill("5")
    page.get_by_role("button", name="Open the table").click()
    for seated in (2, 3):
        page.get_by_role("button", name="Add a bot").click()
        page.locator(".seat-list .seat:not(.empty)").nth(seated - 1).wait_for()


def is_worth_a_picture(page: Page) -> bool:
    """In the middle of a game: somebody has made a drink, and cards lie beside bartenders."""
    return bool(
        page.evaluate(
            """() => document.querySelectorAll(".made .glass").length > 0
            && document.querySelectorAll("#bartenders .cards:not(.n0)").length > 1
            && document.querySelector("#status").dataset.phase !== "last_call" """
        )
    )


def play(page: Page, camera: Camera) -> None:
    page.locator("#hand .drink").first.wait_for(timeout=20_000)
    hand = ByMouse(page, seed=5)
    has_picture = False
    give_up_at = time.monotonic() + PATIENCE
    while not is_over(page):
        if time.monotonic() > give_up_at:
            raise SystemExit("The game did not come to its end.")
        if not has_picture and is_worth_a_picture(page):
            page.mouse.move(0, 0)
            camera.take("table")
            has_picture = True
        hand.step()
        page.wait_for_timeout(100)
    if not has_picture:
        raise SystemExit("The game was over before there was a picture of it: run this again.")


def take_all(browser: Browser, site: str, folder: Path) -> None:
    page = browser.new_context(color_scheme="dark", viewport=SIZES[1440]).new_page()  # type: ignore[arg-type]
    camera = Camera(page, folder)
    open_table(page, site)
    camera.take("room")
    visitor = Camera(browser.new_context(color_scheme="dark").new_page(), folder)
    for name, path in (("home", "/"), ("lobby", "/tables/"), ("rules", "/rules/"), *PRACTICE):
        visitor.page.goto(site + path)
        visitor.take(name)
    page.get_by_role("button", name=re.compile("Fill the empty seats")).click()
    play(page, camera)
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
