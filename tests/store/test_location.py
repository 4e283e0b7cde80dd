"""The path of the store on each system, and how to turn the store off."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.store.location import is_off, store_file

_HOME = Path.home()
_BELOW = Path("conversation-workbench") / "cases.sqlite3"


@pytest.mark.parametrize(
    ("environment", "system", "expected"),
    [
        ({}, "linux", _HOME / ".local" / "share" / _BELOW),
        ({"XDG_DATA_HOME": "/data/of/ada"}, "linux", Path("/data/of/ada") / _BELOW),
        ({"XDG_DATA_HOME": "not/absolute"}, "linux", _HOME / ".local" / "share" / _BELOW),
        ({}, "darwin", _HOME / "Library" / "Application Support" / _BELOW),
        ({"LOCALAPPDATA": "/users/ada/local"}, "win32", Path("/users/ada/local") / _BELOW),
        ({}, "win32", _HOME / "AppData" / "Local" / _BELOW),
    ],
)
def test_the_file_is_in_the_systems_folder_for_user_data(
    environment: dict[str, str], system: str, expected: Path
) -> None:
    assert store_file(environment, system) == expected


def test_workbench_home_overrides_the_systems_folder() -> None:
    assert store_file({"WORKBENCH_HOME": "/cases", "XDG_DATA_HOME": "/data"}) == Path("/cases/cases.sqlite3")
    assert store_file({"WORKBENCH_HOME": "~/cases"}) == _HOME / "cases" / "cases.sqlite3"


@pytest.mark.parametrize(("value", "off"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_a_variable_turns_the_store_off(value: str, off: bool) -> None:
    assert is_off({"WORKBENCH_NO_STORE": value}) is off
    assert is_off({}) is False
