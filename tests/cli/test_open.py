"""`workbench [FILE]` opens the page if no command is given."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from workbench.app import serve
from workbench.app.batches import BATCHES
from workbench.app.store import STORE
from workbench.cli import main


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, bool]]:
    """Replace the server and return the port, the query and whether a browser opens, for each call."""
    calls: list[tuple[int, str, bool]] = []

    def record_call(listening: socket.socket, query: str, browser: bool, say: object) -> None:
        calls.append((listening.getsockname()[1], query, browser))
        listening.close()

    monkeypatch.setattr(serve, "serve", record_call)
    return calls


def _run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code == 0


def test_without_arguments_it_opens_the_start_page(served: list[tuple[int, str, bool]]) -> None:
    _run()
    assert [(query, browser) for _, query, browser in served] == [("", True)]


def test_with_a_file_it_opens_that_file(served: list[tuple[int, str, bool]], tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text('[{"role": "user", "content": "hi"}]')
    _run(str(file), "--port", "9123", "--no-browser")
    ((port, query, browser),) = served
    opened = STORE.get(query.removeprefix("?c="))
    assert (port, browser) == (9123, False)
    assert opened is not None
    assert opened.conversation.messages == [{"role": "user", "content": "hi"}]


def test_options_alone_open_the_page_too(served: list[tuple[int, str, bool]]) -> None:
    _run("--port", "9124", "--no-browser")
    assert served == [(9124, "", False)]


def test_a_word_that_is_neither_command_nor_file_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["chekc"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "workbench: there is no command and no file 'chekc'; did you mean 'check'?\n"


def test_an_unreadable_file_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    file.write_text("")
    with pytest.raises(SystemExit) as ended:
        main([str(file)])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_port_in_use_is_reported_before_anything_else(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as ended:
            main(["no-such-file.json", "--port", str(port)])
        assert ended.value.code == 2
        with pytest.raises(SystemExit):
            main(["--port", str(port), "--no-browser"])
    assert f"workbench: port {port} is in use" in capsys.readouterr().err


def test_a_folder_of_several_files_opens_in_triage_with_all_of_them(
    served: list[tuple[int, str, bool]], tmp_path: Path
) -> None:
    for number in range(70):
        (tmp_path / f"{number}.json").write_text('[{"role": "user", "content": "hi"}]')
    _run(str(tmp_path), "--no-browser")
    batch = BATCHES.get(served[0][1].removeprefix("?batch="))
    assert batch is not None
    assert batch.total == 70
    assert {source.name for source in batch.sources} == {f"{number}.json" for number in range(70)}


def test_a_file_with_more_conversations_than_a_list_can_show_opens_in_triage(
    served: list[tuple[int, str, bool]], tmp_path: Path
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text('{"messages": [{"role": "user", "content": "hi"}]}\n' * 100)
    _run(str(file), "--no-browser")
    batch = BATCHES.get(served[0][1].removeprefix("?batch="))
    assert batch is not None
    while batch.running:
        time.sleep(0.01)
    assert len(batch.cases) == 100
