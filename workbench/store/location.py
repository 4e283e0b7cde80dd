"""The path of the store: in the directory named by `WORKBENCH_HOME`, or in the system's folder for user data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

HOME_VARIABLE = "WORKBENCH_HOME"
OFF_VARIABLE = "WORKBENCH_NO_STORE"
"""Nothing is kept if this variable is set to anything but `0`."""
FILE_NAME = "cases.sqlite3"
_FOLDER = "conversation-workbench"


def store_file(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    if home := environment.get(HOME_VARIABLE):
        return Path(home).expanduser().absolute() / FILE_NAME
    return _data_directory(environment, system) / _FOLDER / FILE_NAME


def is_off(environment: Mapping[str, str] = os.environ) -> bool:
    return environment.get(OFF_VARIABLE, "") not in ("", "0")


def _data_directory(environment: Mapping[str, str], system: str) -> Path:
    home = Path.home()
    if system == "darwin":
        return home / "Library" / "Application Support"
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    data_home = Path(environment.get("XDG_DATA_HOME") or "")
    return data_home if data_home.is_absolute() else home / ".local" / "share"
