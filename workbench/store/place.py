"""Where the file is: in the directory that `WORKBENCH_HOME` names, else where this system keeps a user's data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

HOME_VARIABLE = "WORKBENCH_HOME"
OFF_VARIABLE = "WORKBENCH_NO_STORE"
"""Set to anything but `0`, nothing is kept."""
FILE_NAME = "cases.sqlite3"
_FOLDER = "conversation-workbench"


def store_file(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    if own := environment.get(HOME_VARIABLE):
        return Path(own).expanduser().absolute() / FILE_NAME
    return _data_directory(environment, system) / _FOLDER / FILE_NAME


def is_off(environment: Mapping[str, str] = os.environ) -> bool:
    return environment.get(OFF_VARIABLE, "") not in ("", "0")


def _data_directory(environment: Mapping[str, str], system: str) -> Path:
    home = Path.home()
    if system == "darwin":
        return home / "Library" / "Application Support"
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    named = Path(environment.get("XDG_DATA_HOME") or "")
    return named if named.is_absolute() else home / ".local" / "share"
