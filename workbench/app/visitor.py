"""Who is looking: the user of this computer, or somebody else who reached the page.

The page is bound to this computer, but a computer can have several users, and each of them reaches each port. A
conversation is found by a key that cannot be guessed; recent cases and what was done with a sample are found without
one. So those are for the user who runs the workbench, and what others open is not kept. The system says which user a
connection belongs to (Linux); where it does not say, a visitor at this computer's own address is taken for its user.
"""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

HEADER = "x-workbench-visitor"
"""Written by the guard before every connection, whatever the visitor sent under this name."""
OWNER, OTHER = "owner", "other"
_CONNECTIONS = Path("/proc/net/tcp")


def is_owner() -> bool:
    """Outside of a connection, as for a command, this program itself asks."""
    if get_script_run_ctx(suppress_warning=True) is None or not runtime.exists():
        return True
    return st.context.headers.get(HEADER, OWNER) == OWNER


def visitor(client: tuple[str, int], server: tuple[str, int], connections: Path = _CONNECTIONS) -> str:
    """Whose connection it is, by the user of the socket at its other end."""
    user = _user_of(f"{_address(*client)} {_address(*server)}", connections)
    return OWNER if user is None or user == os.getuid() else OTHER


def _user_of(ends: str, connections: Path) -> int | None:
    """The table has a line for each end of a connection; the visitor's names its own address first."""
    try:
        lines = connections.read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    rows = (line.split() for line in lines)
    return next((int(row[7]) for row in rows if len(row) > 7 and f"{row[1]} {row[2]}" == ends), None)


def _address(host: str, port: int) -> str:
    """As the table writes it: the four numbers as one, in the order of the processor's bytes."""
    numbers = [int(part) for part in host.split(".")] if host.count(".") == 3 else [0, 0, 0, 0]
    return f"{int.from_bytes(bytes(numbers), 'little'):08X}:{port:04X}"
