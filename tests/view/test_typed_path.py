"""A path that was typed or pasted leads to its file or folder, or to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.view.typed_path import typed_path


@pytest.mark.parametrize("written", ["{}", "  {}\n", '"{}"', "'{}'"])
def test_a_folder_is_found_as_file_managers_and_people_write_it(written: str, tmp_path: Path) -> None:
    folder = tmp_path / "support export"
    folder.mkdir()
    assert typed_path(written.format(folder)) == folder


def test_the_home_folder_can_be_shortened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "chat.json").write_text("[]")
    assert typed_path("~/chat.json") == tmp_path / "chat.json"


@pytest.mark.parametrize("text", ["", "  ", '""', "/no/such/folder", "~nobody-of-this-name/x", "a\0b", "x" * 9_000])
def test_what_names_nothing_is_no_path(text: str) -> None:
    assert typed_path(text) is None
