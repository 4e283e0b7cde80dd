"""A running workbench and a real browser. Nothing may be logged, raised, or loaded from another host."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from workbench.store.cases import Cases
from workbench.store.location import store_file

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
IDLE = "[data-testid=stApp][data-test-script-state=notRunning]"
WIDTH, HEIGHT = 1280, 900
PATIENCE = 60_000
"""Milliseconds to wait for the page. No test is about speed, and a busy machine is slow."""
UNHURRIED = "was preloaded using link preload but not used"
"""Chromium's warning about Streamlit's font on a slow machine, which is not a problem of the page."""

expect.set_options(timeout=PATIENCE)

Visit = Callable[..., Page]
"""(query, **context options) → a page that shows it, at rest."""


@pytest.fixture(scope="session")
def chromium() -> str:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        message = "there is no Chromium on this machine"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path


@pytest.fixture(scope="session")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a workbench that this test run started."""
    with served(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


@contextmanager
def served(log: Path, *words: str, port: int = 0) -> Iterator[str]:
    """Run a workbench with these arguments while the block runs."""
    port = port or free_port()
    command = [sys.executable, "-m", "workbench", "--no-browser", "--port", str(port), *words]
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    with log.open("w") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
        try:
            _await(f"http://127.0.0.1:{port}/_stcore/health", server)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait(60)
    assert "Traceback" not in log.read_text()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            assert server.poll() is None, "the workbench ended before it answered"
            time.sleep(0.1)
    raise AssertionError("the workbench did not answer")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, workbench: str) -> Iterator[Visit]:
    """Opens pages, each in a context of its own, and fails the test if anything was wrong in any of them.

    Every test begins with an empty store: what another one did with a sample is none of its business.
    """
    with closing(Cases(store_file())) as cases:
        cases.delete_all()
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and UNHURRIED not in message.text:
            troubles.append(f"console {message.type}: {message.text}")

    def asked(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname != "127.0.0.1":
            troubles.append(f"asked {request.url}")

    def go(query: str = "", address: str = workbench, **options: object) -> Page:
        size = {"width": WIDTH, "height": HEIGHT}
        context = browser.new_context(**{"viewport": size, "accept_downloads": True, **options})  # type: ignore[arg-type]
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", heard)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
        page.on("request", asked)
        page.goto(address + query)
        at_rest(page)
        return page

    yield go
    for context in contexts:
        for page in context.pages:
            troubles += [f"exception: {text}" for text in page.locator("[data-testid=stException]").all_inner_texts()]
        context.close()
    assert troubles == []


def at_rest(page: Page) -> None:
    """Streamlit is idle and the component has drawn."""
    page.wait_for_selector(IDLE)
    page.wait_for_selector(".wb-verdict, .wb-cards, .st-key-triage, .st-key-learn")
    page.wait_for_selector(IDLE)
