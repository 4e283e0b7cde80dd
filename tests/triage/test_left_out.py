"""Files of folders and archives that are not read are named, so that nobody takes a batch for complete."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from workbench.triage.documents import BatchFile, batch_files
from workbench.triage.left_out import left_out_sentence


def test_files_of_a_folder_that_are_not_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "chats").mkdir()
    for name in ("chats/a.json", "chats/photo.png", "report.pdf", ".DS_Store", "chats/clip.mp4", "chats/data.bin"):
        (tmp_path / name).write_bytes(b"[]")
    assert left_out_sentence(batch_files([tmp_path]), [tmp_path]) == (
        "4 files were left out, because their extensions are not known: chats/clip.mp4, chats/data.bin, "
        "chats/photo.png and 1 more."
    )


def test_nothing_is_said_if_every_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    assert left_out_sentence(batch_files([tmp_path]), [tmp_path]) == ""


def test_a_file_that_is_named_itself_is_read_whatever_its_extension(tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(b"\x89PNG")
    assert left_out_sentence(batch_files([photo]), [photo]) == ""


def test_members_of_an_archive_that_are_not_read_are_named_without_folders_and_hidden_files() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("chats/", "chats/a.json", "chats/photo.png", "__MACOSX/._photo.png"):
            archive.writestr(name, "")
    assert left_out_sentence([BatchFile("export.zip", buffer.getvalue())]) == (
        "1 file was left out, because its extension is not known: chats/photo.png."
    )
