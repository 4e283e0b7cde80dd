"""Paths, folders, archives and encodings all lead to the same conversation."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from tests.loading.documents import BODY, BODY_TEXT, MESSAGES, MESSAGES_TEXT, failure, kinds
from workbench.conversation import Conversation
from workbench.loading import LoadError, archive, load, load_all

ENCODINGS = [
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be",
]  # fmt: skip


def zip_of(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return content.getvalue()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_unicode_encoding_is_read_with_and_without_a_byte_order_mark(encoding: str) -> None:
    loaded = load(BODY_TEXT.encode(encoding))
    assert loaded.payload == BODY
    assert loaded.notes == ()


def test_windows_line_ends_change_nothing() -> None:
    assert load(BODY_TEXT.replace("\n", "\r\n").encode()).payload == BODY


def test_an_old_windows_file_is_read_with_a_note() -> None:
    loaded = load('[{"role": "user", "content": "café €"}]'.encode("cp1252"))
    assert loaded.messages[0]["content"] == "café €"
    assert kinds(loaded) == ["encoding"]


def test_a_stray_byte_does_not_spoil_the_rest_of_a_utf_8_text() -> None:
    loaded = load('[{"role": "user", "content": "Größe, Straße, '.encode() + b'\xff"}]')
    assert loaded.messages[0]["content"].startswith("Größe, Straße, ")
    assert kinds(loaded) == ["encoding", "lone-surrogate"]


def test_a_path_its_text_and_the_bytes_of_the_file_load_the_same_conversation(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_bytes(BODY_TEXT.encode())
    by_path, by_text, by_bytes = load(path), load(str(path)), load(path.read_bytes(), name=str(path))
    assert by_path == by_text == by_bytes
    assert by_path.name == str(path)


def test_gzip_is_unpacked_even_in_several_members() -> None:
    half = len(BODY_TEXT.encode()) // 2
    data = BODY_TEXT.encode()
    assert load(gzip.compress(data[:half]) + gzip.compress(data[half:])).payload == BODY


def test_a_gzip_file_without_its_trailer_is_read_with_a_note() -> None:
    loaded = load(gzip.compress(MESSAGES_TEXT.encode() + b"\n" * 100)[:-8])
    assert loaded.messages == MESSAGES
    assert kinds(loaded) == ["gzip-cut"]


def test_a_zip_yields_each_file_in_order_and_reports_a_bad_one_in_its_place() -> None:
    packed = zip_of(**{
        "b.json": b"[1, 2]", "a.json": MESSAGES_TEXT.encode(), "deep/c.json.gz": gzip.compress(BODY_TEXT.encode()),
        ".hidden.json": b"x", "__MACOSX/a.json": b"x", "picture.png": b"x", "../../odd.json": MESSAGES_TEXT.encode(),
    })  # fmt: skip
    odd, first, bad, deep = load_all(packed, name="chats.zip")
    assert isinstance(odd, Conversation)
    assert isinstance(first, Conversation)
    assert isinstance(deep, Conversation)
    assert isinstance(bad, LoadError)
    names = [odd.name, first.name, bad.name, deep.name]
    assert names == [f"chats.zip/{name}" for name in ("../../odd.json", "a.json", "b.json", "deep/c.json.gz")]
    assert (first.messages, deep.payload) == (MESSAGES, BODY)


def test_the_first_conversation_of_many_has_a_note_about_a_failure_before_it() -> None:
    loaded = load(zip_of(**{"a.json": b"nothing", "b.json": MESSAGES_TEXT.encode()}), name="z")
    assert loaded.name == "z/b.json"
    assert kinds(loaded) == ["unreadable-member"]
    assert "z/a.json" in loaded.notes[0].text


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zip_of(**{"a.json": data})])
def test_a_decompression_bomb_is_refused(pack: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LIMIT", 1000)
    assert callable(pack)
    assert "unpacks to more than 1,000 bytes" in str(failure(pack(b" " * 5000)))


def test_archives_are_unpacked_only_a_few_levels_deep() -> None:
    data = MESSAGES_TEXT.encode()
    for _ in range(10):
        data = gzip.compress(data)
    assert "nested more than 4 deep" in str(failure(data))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (zip_of(**{"a.json": b"[]"})[:40], "a damaged zip archive"),
        (zip_of(**{"a.png": b"x"}), "a zip archive that contains a.png"),
        (gzip.compress(b"x")[:9], "a damaged gzip file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "a PNG image"),
        (bytes(range(256)) * 4, "binary data"),
        (bytes(5000), "nothing but zero bytes"),
        (b"", "an empty document"),
        (b" \r\n\t", "an empty document"),
    ],
    ids=["cut zip", "zip of a picture", "cut gzip", "picture", "binary", "zeros", "nothing", "blanks"],
)
def test_binary_and_empty_input_is_refused_by_its_kind(data: bytes, found: str) -> None:
    assert failure(data).found == found


def test_a_folder_is_read_recursively_and_sorted(tmp_path: Path) -> None:
    for name in ("b.json", "a/z.jsonl", "a/y.txt", ".git/x.json", "notes.doc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(MESSAGES_TEXT, encoding="utf-8")
    names = [item.name for item in load_all(tmp_path, name="folder")]
    assert names == ["folder/a/y.txt", "folder/a/z.jsonl", "folder/b.json"]


def test_an_empty_folder_and_a_missing_file_are_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="a folder without any conversation file"):
        load(tmp_path)
    with pytest.raises(LoadError, match="No such file"):
        load(tmp_path / "missing")
    with pytest.raises(LoadError, match=r"missing\.json: the file cannot be read: No such file or directory\.$"):
        load("missing.json")
