"""Start the page in this process: Streamlit's app with a guard in front of it, on this computer only."""

from __future__ import annotations

import errno
import importlib
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.app.settings import HOST, ignore_files_of_folders, settings

if TYPE_CHECKING:
    from workbench.app.store import Opened

DEFAULT_PORT = 8501
_TRIES = 50
_LARGEST_MESSAGE = 100 << 20
"""Maximum bytes of one websocket message. Pasted text is sent this way, files are not."""
_log = logging.getLogger(__name__)


class PortTakenError(Exception):
    """Another program uses the requested port."""


def bound_socket(wanted: int | None) -> socket.socket:
    """Return a socket on the requested port, or on the default port or the next free one."""
    last = OSError(errno.EADDRINUSE, "no port is free")
    for port in [wanted] if wanted is not None else range(DEFAULT_PORT, DEFAULT_PORT + _TRIES):
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
            return listening
        except OSError as error:
            listening.close()
            last = error
    raise PortTakenError(f"port {wanted or DEFAULT_PORT} is in use ({last.strerror}); choose another with --port.")


def prepare(opened: Opened) -> None:
    """Check a conversation while the server starts, so that the page does not wait for it."""
    threading.Thread(target=opened.view, name="prepare", daemon=True).start()


def _import_page() -> None:
    """Import the page while the browser loads Streamlit, because the first screen waits for both."""
    threading.Thread(target=importlib.import_module, args=("workbench.app.workbench_page",), daemon=True).start()


def serve(listening: socket.socket, query: str = "", browser: bool = True, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted."""
    import uvicorn

    port = listening.getsockname()[1]
    url = f"http://{HOST}:{port}/{query}"
    listening.listen()  # from now on requests wait until the server is ready
    say(f"The workbench is at {url} (stop it with Ctrl+C)")
    config = uvicorn.Config(
        _application(port), log_config=None, access_log=False, ws_max_size=_LARGEST_MESSAGE, ws_ping_interval=30
    )
    if browser:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    uvicorn.Server(config).run([listening])


def _application(port: int) -> Callable[..., Any]:
    ignore_files_of_folders()

    import streamlit as st
    from starlette.middleware import Middleware
    from streamlit.web import bootstrap

    from workbench.app.guard import Guard

    bootstrap.load_config_options(settings(port))
    _import_page()
    script = Path(__file__).with_name("page.py")
    return st.App(script, middleware=[Middleware(Guard, port=port)], on_script_error=_report_error)


def _report_error(error: Exception) -> bool:
    """Log a defect of the page with its location, never with content of a conversation."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else "unknown"
    _log.error("the page failed: %s at %s", type(error).__name__, where)
    return False
