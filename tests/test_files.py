"""A file is written completely or not at all, even if the program is killed or the disk is full."""

from __future__ import annotations

import errno
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.files import UnsafeDestinationError, replace_keeping_original, write_atomically

USER = {"role": "user", "content": "How cold is it?"}
CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "t", "arguments": "{}"}}],
}
BROKEN = [USER, CALL, {"role": "tool", "tool_call_id": "toolu_1", "content": "-4"}, USER]


def workbench(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "workbench", *arguments]
    return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new.json", b"[]")
    (tmp_path / "usual").touch()
    assert (tmp_path / "new.json").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.json", "usual"]


def test_a_replaced_file_keeps_its_permissions_and_owner(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text("old")
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 1234, 4321)
    before = path.stat()
    write_atomically(path, b"new")
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert path.read_bytes() == b"new"


def test_the_original_is_kept_under_an_unused_name(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text("first")
    assert replace_keeping_original(path, b"second").read_text() == "first"
    kept = replace_keeping_original(path, b"third")
    assert (kept.name, kept.read_text(), path.read_text()) == ("chat.json.orig1", "second", "third")


def test_a_link_to_another_folder_is_refused_and_one_inside_the_folder_is_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "here", tmp_path / "elsewhere"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.json").write_text("old")
    (inside / "chat.json").write_text("old")
    (inside / "away.json").symlink_to(outside / "secret.json")
    (inside / "near.json").symlink_to(inside / "chat.json")
    with pytest.raises(UnsafeDestinationError, match="outside its folder"):
        write_atomically(inside / "away.json", b"new")
    write_atomically(inside / "near.json", b"new")
    assert (outside / "secret.json").read_text() == "old"
    assert (inside / "near.json").is_symlink()
    assert (inside / "chat.json").read_text() == "new"


def test_a_file_with_several_hard_links_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text("old")
    os.link(path, tmp_path / "same.json")
    with pytest.raises(UnsafeDestinationError, match="2 hard links"):
        write_atomically(path, b"new")
    assert path.read_text() == "old"


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("kept", ["chat.json", "elsewhere/new.json"], ids=["to itself", "to nowhere"])
def test_a_symbolic_link_in_the_place_of_the_kept_original_is_neither_followed_nor_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str, links: bool
) -> None:
    path, link = tmp_path / "chat.json", tmp_path / "chat.json.orig"
    path.write_text("old")
    (tmp_path / "elsewhere").mkdir()
    link.symlink_to(tmp_path / kept)
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    original = replace_keeping_original(path, b"new")
    assert (original.name, original.read_text(), path.read_text()) == ("chat.json.orig1", "old", "new")
    assert link.is_symlink()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def no_links(*_: object) -> None:
    raise OSError(errno.EPERM, "this file system has no links")


def test_where_there_are_no_links_the_original_is_copied_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(source: Path, destination: Path) -> None:
        Path(destination).write_text("o")
        raise OSError(errno.ENOSPC, "no space left")

    path = tmp_path / "chat.json"
    path.write_text("old")
    monkeypatch.setattr(os, "link", no_links)
    with monkeypatch.context() as full_disk:
        full_disk.setattr(shutil, "copy2", half)
        with pytest.raises(OSError, match="no space left"):
            replace_keeping_original(path, b"new")
    assert {member.name: member.read_text() for member in tmp_path.iterdir()} == {"chat.json": "old"}
    replace_keeping_original(path, b"new")
    assert {member.name: member.read_text() for member in tmp_path.iterdir()} == {
        "chat.json": "new",
        "chat.json.orig": "old",
    }


@pytest.mark.parametrize("name", ["🧗" * 60 + ".json", "会話" * 39 + ".json", "x" * 245 + ".json"])
def test_a_long_file_name_of_any_script_can_be_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(BROKEN))
    assert workbench("fix", str(path), "--in-place").returncode == 0
    assert path.read_text() == json.dumps(BROKEN).replace("toolu_1", "call_1")


def test_a_file_whose_name_is_not_utf_8_can_be_replaced_and_written(tmp_path: Path) -> None:
    path, new = (Path(os.fsdecode(os.fsencode(tmp_path) + name)) for name in (b"/ch\xe4t.json", b"/n\xe9w.json"))
    path.write_text(json.dumps(BROKEN))
    assert workbench("fix", str(path), "--out", str(new)).returncode == 0
    assert workbench("fix", str(path), "--in-place").returncode == 0
    assert new.read_text() == path.read_text() == json.dumps(BROKEN).replace("toolu_1", "call_1")


def test_two_hundred_kills_at_random_leave_a_complete_file(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    contents = [letter * 200_000 for letter in (b"a", b"b")]
    path.write_bytes(contents[0])
    chance = random.Random(2026)
    for _ in range(200):
        child = os.fork()
        if child == 0:
            number = 0
            while True:
                number += 1
                write_atomically(path, contents[number % 2])
        time.sleep(chance.random() * 0.012)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert path.read_bytes() in contents


@pytest.mark.parametrize("how", ["--in-place", "--out"])
def test_a_hundred_kills_of_the_command_leave_a_complete_file_that_can_be_repaired(tmp_path: Path, how: str) -> None:
    original = json.dumps(BROKEN)
    repaired = original.replace("toolu_1", "call_1")
    chance = random.Random(7)
    path = tmp_path / "chat.json"
    command = ["fix", str(path), "--in-place"] if how == "--in-place" else ["fix", str(path), "--out", str(path)]
    path.write_text(original)
    workbench_in_process(command)  # imports the modules, so that the forks below do not
    path.write_text(original)
    took = _seconds_of(command)
    for _ in range(100):
        for member in tmp_path.iterdir():
            member.unlink()
        path.write_text(original)
        running = _started(command)
        time.sleep(chance.random() * took)
        os.kill(running, signal.SIGKILL)
        os.waitpid(running, 0)
        assert path.read_text() in (original, repaired)
        kept = [copy.read_text() for copy in tmp_path.glob("chat.json.orig*")]
        assert set(kept) <= {original}
        assert path.read_text() == original or how == "--out" or kept
        assert workbench_in_process(command) in (0, None)
        assert path.read_text() == repaired


def _started(command: list[str]) -> int:
    """Start the command in a forked process, which needs no time to start Python, and return its id."""
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os._exit(workbench_in_process(command) or 0)
    return child


def workbench_in_process(command: list[str]) -> int | None:
    try:
        main(command, standalone_mode=False)
    except SystemExit as end:
        return int(end.code or 0)
    return None


def _seconds_of(command: list[str]) -> float:
    start = time.monotonic()
    os.waitpid(_started(command), 0)
    return time.monotonic() - start


def test_a_file_can_be_repaired_after_a_kill_between_keeping_and_replacing_the_original(tmp_path: Path) -> None:
    """The original is linked first; then the repaired file replaces it."""
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(BROKEN))
    os.link(path, tmp_path / "chat.json.orig")
    assert workbench("fix", str(path), "--in-place").returncode == 0
    assert path.read_text() == json.dumps(BROKEN).replace("toolu_1", "call_1")
    assert (tmp_path / "chat.json.orig").read_text() == json.dumps(BROKEN)
    assert sorted(member.name for member in tmp_path.iterdir()) == ["chat.json", "chat.json.orig"]


_FULL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
from workbench.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("how", ["--in-place", "--out"])
def test_a_full_disk_is_reported_and_leaves_the_original(tmp_path: Path, how: str) -> None:
    path = tmp_path / "chat.json"
    text = json.dumps([*BROKEN, {"role": "user", "content": "x" * 9000}])
    path.write_text(text)
    destination = [how] if how == "--in-place" else [how, str(path)]
    command = [sys.executable, "-c", _FULL_DISK, "fix", str(path), *destination]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "system error: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text() == text
    assert [member.name for member in tmp_path.iterdir()] == ["chat.json"]


def test_a_full_disk_leaves_no_half_report_of_a_repaired_folder(tmp_path: Path) -> None:
    chats, out = tmp_path / "chats", tmp_path / "out"
    chats.mkdir()
    for number in range(60):
        (chats / f"{'a-long-name' * 8}-{number}.json").write_text(json.dumps(BROKEN))
    command = [sys.executable, "-c", _FULL_DISK, "fix", str(chats), "--out-dir", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "system error: File too large" in done.stderr
    assert len([copy for copy in out.iterdir() if json.loads(copy.read_text())]) == 60


def test_a_full_device_at_standard_output_is_reported_in_one_sentence() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "workbench", "rules"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


def test_only_the_patched_values_change(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    text = '\ufeff{"temperature": 1.10, "messages": ' + json.dumps(BROKEN, indent=1) + "}"
    path.write_bytes(text.encode())
    assert workbench("fix", str(path), "--in-place").returncode == 0
    assert path.read_bytes() == text.replace("toolu_1", "call_1").encode()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("out", [["--in-place"], ["--out", "chat.json"], ["--out", "new.json"]])
def test_a_file_keeps_its_encoding(tmp_path: Path, encoding: str, mark: str, out: list[str]) -> None:
    path, text = tmp_path / "chat.json", mark + '{"temperature": 1.10, "messages": ' + json.dumps(BROKEN) + "}"
    path.write_bytes(text.encode(encoding))
    arguments = [str(tmp_path / name) if name.endswith(".json") else name for name in out]
    assert workbench("fix", str(path), *arguments).returncode == 0
    assert Path(arguments[-1] if arguments[1:] else path).read_bytes() == text.replace("toolu_1", "call_1").encode(
        encoding
    )


@pytest.mark.parametrize(
    "content", [gzip.compress(json.dumps(BROKEN).encode()), json.dumps(BROKEN).encode() + b'"\xff"']
)
def test_a_file_that_is_not_text_is_not_replaced_by_text(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "chat.json"
    path.write_bytes(content)
    done = workbench("fix", str(path), "--in-place")
    assert done.returncode == 2
    assert path.read_bytes() == content


def test_the_output_can_be_the_input_file(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(BROKEN))
    assert workbench("fix", str(path), "--out", str(path)).returncode == 0
    assert path.read_text() == json.dumps(BROKEN).replace("toolu_1", "call_1")
