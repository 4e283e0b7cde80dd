"""Serve the embedded model on a port of this machine, in a thread of this process."""

from __future__ import annotations

import logging
import socket
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from workbench.formats import COMMON_WIRE
from workbench.rehearsal.recordings import Recordings
from workbench.rehearsal.request_log import RequestLog
from workbench.targets import DEFAULT_TARGET, target_for

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
_START_SECONDS = 10.0


class Rehearsal:
    """`with Rehearsal(target="mistral") as rehearsal: …` serves at `rehearsal.base_url`."""

    def __init__(self, target: str = DEFAULT_TARGET, port: int = 0, keep: str | Path | None = None) -> None:
        self.target = target_for(target, COMMON_WIRE).name
        self.recordings = Recordings()
        self.requests = RequestLog(Path(keep) if keep is not None else None)
        self._requested_port = port
        self._port: int | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        if self._port is None:
            raise RuntimeError("the rehearsal has not been started")
        return self._port

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.port}/v1"

    def start(self) -> Rehearsal:
        """Start the server and return when it answers. Raises OSError if the port is in use."""
        import uvicorn

        from workbench.rehearsal.app import RehearsalApp

        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((HOST, self._requested_port))
        except OSError:
            listener.close()
            raise
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(
            RehearsalApp(self.target, self.recordings, self.requests).asgi,
            log_config=None,  # the calling program configures logging
            access_log=False,
            lifespan="off",
            loop="asyncio",
            http="h11",
            ws="none",
            backlog=256,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        logging.getLogger("uvicorn.error").addFilter(_is_unplanned)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="rehearsal", daemon=True
        )
        self._thread.start()
        self._await_start()
        return self

    def _await_start(self) -> None:
        assert self._server is not None
        assert self._thread is not None
        deadline = time.monotonic() + _START_SECONDS
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError("the rehearsal could not be started")
            time.sleep(0.005)

    def stop(self) -> None:
        """Stop the server and return when its thread has ended and its sockets are closed."""
        server, thread = self._server, self._thread
        if server is None or thread is None:
            return
        server.should_exit = True
        thread.join()
        self._server = self._thread = None

    def __enter__(self) -> Rehearsal:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, exception: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _is_unplanned(record: logging.LogRecord) -> bool:
    """Whether a log record reports anything but a connection that was cut on purpose."""
    from workbench.rehearsal.replies import PlannedCut

    return not (record.exc_info and isinstance(record.exc_info[1], PlannedCut))
