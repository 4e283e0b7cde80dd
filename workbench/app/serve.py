"""Start the page in this process: Streamlit's server with the page's settings."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

from workbench.app.settings import HOST, settings
from workbench.app.store import Opened

DEFAULT_PORT = 8501
_TRIES = 50


def free_port(wanted: int | None) -> int:
    """The port that was asked for, else the usual one or the next that is free."""
    if wanted is not None:
        return wanted
    for port in range(DEFAULT_PORT, DEFAULT_PORT + _TRIES):
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) != 0:
                return port
    return DEFAULT_PORT


def prepare(opened: Opened) -> None:
    """Check a conversation while the server starts, so that the page finds it done."""
    threading.Thread(target=opened.view, name="prepare", daemon=True).start()


def serve(port: int, query: str = "", browser: bool = True, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted."""
    from streamlit.web import bootstrap

    url = f"http://{HOST}:{port}/{query}"
    say(f"The workbench is at {url} (stop it with Ctrl+C)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(port, url), daemon=True).start()
    script = str(Path(__file__).with_name("page.py"))
    flags = {name.replace(".", "_"): value for name, value in settings(port).items()}
    bootstrap.load_config_options(flag_options=flags)
    bootstrap.run(script, False, [], flags)


def _open_when_ready(port: int, url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/_stcore/health", timeout=1):
                webbrowser.open(url)
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
