"""Who visits the page: the user who runs the workbench, or another user of this computer.

The page is bound to this computer, but a computer can have several users, who all can connect to any port. A
conversation has a key that cannot be guessed; recent cases and the state of samples have none. Therefore only the user
who runs the workbench sees those, and conversations of other users are not stored. On Linux the system knows the user
of a connection. Elsewhere, every local visitor counts as the user who runs the workbench.
"""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

HEADER = "x-workbench-visitor"
"""The guard sets this header for every connection and discards the visitor's value."""
OWNER, OTHER = "owner", "other"
_CONNECTIONS = Path("/proc/net/tcp")


def is_owner() -> bool:
    """Whether the user who runs the workbench visits the page. Also true outside a connection, as in a command."""
    if get_script_run_ctx(suppress_warning=True) is None or not runtime.exists():
        return True
    return st.context.headers.get(HEADER, OWNER) == OWNER


def visitor(client: tuple[str, int], server: tuple[str, int], connections: Path = _CONNECTIONS) -> str:
    """Return whose connection it is, by the user of the socket at its other end."""
    user = _user_of(f"{_address(*client)} {_address(*server)}", connections)
    return OWNER if user is None or user == os.getuid() else OTHER


def _user_of(ends: str, connections: Path) -> int | None:
    """Return the user of a connection. The visitor's line of the table has the visitor's address first."""
    try:
        lines = connections.read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    rows = (line.split() for line in lines)
    return next((int(row[7]) for row in rows if len(row) > 7 and f"{row[1]} {row[2]}" == ends), None)


def _address(host: str, port: int) -> str:
    """Return an address as in the table: four bytes as one hexadecimal number in native byte order, then the port."""
    numbers = [int(part) for part in host.split(".")] if host.count(".") == 3 else [0, 0, 0, 0]
    return f"{int.from_bytes(bytes(numbers), 'little'):08X}:{port:04X}"
