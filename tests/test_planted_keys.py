"""Keys are planted in every kind of input and searched for in everything that the workbench writes.

Each place has a key of its own, so that a failure names the place that leaks. Only the user's own file keeps its
headers when it is repaired. A key in the text of a message is replaced only in redacted outputs.
"""

from __future__ import annotations

import base64
import json
import logging
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.replays.servers import http, server
from workbench.app.sections import SECTIONS
from workbench.app.session import Session
from workbench.app.store import STORE
from workbench.cli import main
from workbench.cli.failure import run_and_report
from workbench.json.text import compact
from workbench.replays.export import EXPORTS
from workbench.store.case_store import CaseStore
from workbench.targets.presets import PRESETS

RECORDED = {
    "the bearer": "sk-proj-Bearer1Zk3vQ8wLm2Np5Rt7Yx1",
    "x-api-key": "sk-ant-api03-Second2vQ8wLm2Np5Rt7Yx1Bc4",
    "api-key": "3f9a1c7be0d24680a1b2c3d4e5f60718",
    "x-goog-api-key": "AIzaSyThird3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk",
    "subscription key": "9e8d7c6b5a4f43218765fedcba098123",
    "the proxy": "cHJveHk6Rm91cnRoNFh5N0w5cXdQdw==",
    "a cookie": "Fifth5Er5Ty2Ui7Hj",
    "a cookie that was set": "Sixth6Cv6Bn4Kl2Mm",
    "?key=": "AIzaSySeventh7Q8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk",
    "a parameter with another name": "b7d1f00dcafe4e55aa17e2",
    "the password in the URL": "Eighth8Lq9XwTz",
}
"""The place in recorded traffic → the key that is there."""
OWN_MEMBERS = {
    "api_key": "sk-proj-Member1Zk3vQ8wLm2Np5Rt7Yx1",
    "an object under api_key": "Member2Zk3vQ8wLm2Np5Rt7Yx1",
    "extra_headers": "Member3Zk3vQ8wLm2Np5Rt7Yx1",
    "aws_secret_access_key": "Member4Zk3vQ8wLm2Np5Rt7Yx1",
}
"""The member of a request body, as some client libraries take it → the key that is there."""
IN_A_MEMBER_OF_A_MESSAGE = "Member5Zk3vQ8wLm2Np5Rt7Yx1"
IN_A_MESSAGE = "sk-proj-Message9Zk3vQ8wLm2Np5Rt7Yx1"
SENT = {
    "the environment": "sk-proj-Environment1Q8wLm2Np5Rt7Yx1",
    "the form": "sk-proj-Form2Zk3vQ8wLm2Np5Rt7Yx1",
    "the parameter of the base URL": "Parameter3Zk3vQ8wLm2Np5",
    "the password of the base URL": "Password4Zk3vQ8wLm2Np5",
}
"""Where a key for a replay comes from → the key."""

ADDRESS = (
    f"https://ada:{RECORDED['the password in the URL']}@gateway.example.com/v1/chat/completions"
    f"?key={RECORDED['?key=']}&subscription-key={RECORDED['a parameter with another name']}"
)
HEADERS = {
    "Authorization": f"Bearer {RECORDED['the bearer']}",
    "x-api-key": RECORDED["x-api-key"],
    "api-key": RECORDED["api-key"],
    "x-goog-api-key": RECORDED["x-goog-api-key"],
    "Ocp-Apim-Subscription-Key": RECORDED["subscription key"],
    "Proxy-Authorization": f"Basic {RECORDED['the proxy']}",
    "Cookie": f"session={RECORDED['a cookie']}; theme=dark",
    "Content-Type": "application/json",
}
SET_COOKIE = f"session={RECORDED['a cookie that was set']}; Path=/; HttpOnly"
_CALL: Any = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
BODY: Any = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "user", "content": f"My key is {IN_A_MESSAGE}. List the folder."},
        {"role": "assistant", "content": None, "tool_calls": [_CALL]},
        {"role": "tool", "tool_call_id": "call_1_of_before", "content": "a.txt"},
    ],
}
ECHO = (
    "Invalid parameter: 'tool_call_id' of 'call_1_of_before' not found in 'tool_calls' of previous message. "
    f"The request was made with the key {RECORDED['the bearer']}."
)
REFUSAL: Any = {"error": {"message": ECHO, "type": "invalid_request_error", "param": "messages.[2].tool_call_id"}}


def _pairs(members: dict[str, str]) -> list[Any]:
    return [{"name": name, "value": value} for name, value in members.items()]


def _har() -> str:
    parameters = {"key": RECORDED["?key="], "subscription-key": RECORDED["a parameter with another name"]}
    request = {
        "method": "POST",
        "url": ADDRESS,
        "headers": _pairs(HEADERS),
        "cookies": _pairs({"session": RECORDED["a cookie"]}),
        "queryString": _pairs(parameters),
        "postData": {"mimeType": "application/json", "text": compact(BODY)},
    }
    response = {
        "status": 400,
        "headers": _pairs({"Set-Cookie": SET_COOKIE}),
        "cookies": _pairs({"session": RECORDED["a cookie that was set"]}),
        "content": {"mimeType": "application/json", "text": compact(REFUSAL)},
    }
    return compact({"log": {"version": "1.2", "entries": [{"request": request, "response": response}]}})


def _curl() -> str:
    headers = " \\\n  ".join(f"-H '{name}: {value}'" for name, value in HEADERS.items())
    credentials = f"-b 'session={RECORDED['a cookie']}' -u 'ada:{RECORDED['the password in the URL']}'"
    return f"curl '{ADDRESS}' \\\n  {headers} \\\n  {credentials} \\\n  --data-raw '{compact(BODY)}'"


def _recorded(headers: Any, set_cookie: Any) -> str:
    request = {"method": "POST", "url": ADDRESS, "headers": headers, "body": BODY}
    return compact({"request": request, "response": {"status": 400, "headers": set_cookie, "body": REFUSAL}})


def _log() -> str:
    headers = "".join(f"> {name}: {value}\n" for name, value in HEADERS.items())
    answer = f"< HTTP/1.1 400 Bad Request\n< Set-Cookie: {SET_COOKIE}\n\n{compact(REFUSAL)}"
    return f"> POST {ADDRESS} HTTP/1.1\n{headers}\n{compact(BODY)}\n{answer}\n"


def _cassette() -> str:
    headers = "".join(f"      {name}:\n      - {value}\n" for name, value in HEADERS.items())
    answer = compact(REFUSAL).replace("'", "''")
    return (
        f"interactions:\n- request:\n    body: '{compact(BODY)}'\n    headers:\n{headers}    method: POST\n"
        f"    uri: {ADDRESS}\n  response:\n    body:\n      string: '{answer}'\n    headers:\n      Set-Cookie:\n"
        f"      - {SET_COOKIE}\n    status:\n      code: 400\n      message: Bad Request\nversion: 1\n"
    )


FILES = {
    "recording.har": _har(),
    "command.txt": _curl(),
    "recorded.json": _recorded(HEADERS, {"Set-Cookie": SET_COOKIE}),
    "recorded-in-pairs.json": _recorded(_pairs(HEADERS), _pairs({"Set-Cookie": SET_COOKIE})),
    "client.log": _log(),
    "cassette.yaml": _cassette(),
}
COMMANDS = (
    "detect",
    "check",
    "check --output json",
    "check --output github",
    "check --output sarif",
    "check --output junit",
    "trace --to anthropic",
    "trace --to anthropic --output json",
    "convert --to anthropic",
    "convert --to anthropic --check --output json",
    "explain",
    "explain --output json",
    "fix --diff",
    "shrink --output json",
    "replay --both",
    "replay --output json",
    "replay --out OUT/record.json",
    *(f"replay --export {kind}" for kind in EXPORTS),
    "triage --out OUT/report.html",
    "triage --out OUT/report.json",
    "triage --out OUT/report.csv",
    "redact",
    "redact --replace all",
    "capsule --out OUT/case.html",
)
REDACTED = tuple(command for command in COMMANDS if command.startswith(("redact", "capsule")))


def leaked(data: bytes | str, keys: dict[str, str]) -> list[str]:
    """Return the places whose keys are in the data, as they are or as a header writes a password."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return [place for place, key in keys.items() if key in text or _basic(key) in text]


def _basic(password: str) -> str:
    return base64.b64encode(f"ada:{password}".encode()).decode().rstrip("=")


def _run(command: str, file: Path, tmp_path: Path) -> str:
    """Return everything that a command prints and writes."""
    folder = tmp_path / "written"
    folder.mkdir(exist_ok=True)
    name, *options = command.replace("OUT", str(folder)).split()
    result = CliRunner().invoke(main, [name, str(file), *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exception)
    written = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]
    for path in folder.iterdir():
        path.unlink()
    assert result.output or written, command
    return "\n".join((result.output, *written))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every provider's key is in the environment."""
    for preset in PRESETS.values():
        monkeypatch.setenv(preset.key_variable, SENT["the environment"])


@pytest.mark.parametrize("name", FILES)
def test_no_command_shows_a_key_of_recorded_traffic(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / name
    file.write_text(FILES[name], encoding="utf-8")
    outputs = {command: _run(command, file, tmp_path) for command in COMMANDS}
    found = {command: leaked(output, RECORDED | SENT) for command, output in outputs.items()}
    assert {command: places for command, places in found.items() if places} == {}
    assert leaked(caplog.text, RECORDED | SENT | {"a message": IN_A_MESSAGE}) == []
    assert [command for command in REDACTED if IN_A_MESSAGE in outputs[command]] == []
    assert IN_A_MESSAGE in outputs["convert --to anthropic"]


def _body_with_keys(name: str) -> str:
    message, *others = BODY["messages"]
    members: dict[str, object] = {
        "api_key": OWN_MEMBERS["api_key"],
        "openai": {"api_key": {"value": OWN_MEMBERS["an object under api_key"]}},
        "extra_headers": {"Authorization": f"Bearer {OWN_MEMBERS['extra_headers']}"},
        "aws_secret_access_key": OWN_MEMBERS["aws_secret_access_key"],
    }
    messages = [{**message, "api_key": IN_A_MEMBER_OF_A_MESSAGE}, *others]
    before, after = (members, {}) if name == "before the messages" else ({}, members)
    return json.dumps({"model": BODY["model"], **before, "messages": messages, **after}, indent=2)


@pytest.mark.parametrize("name", ["before the messages", "after the messages"])
def test_no_command_shows_a_key_that_is_a_member_of_the_request_itself(name: str, tmp_path: Path) -> None:
    file = tmp_path / "body.json"
    file.write_text(_body_with_keys(name), encoding="utf-8")
    outputs = {command: _run(command, file, tmp_path) for command in COMMANDS}
    found = {command: leaked(output, OWN_MEMBERS) for command, output in outputs.items()}
    assert {command: places for command, places in found.items() if places} == {}
    quoting = [command for command in COMMANDS if not command.startswith("replay")]  # it records what was sent
    assert [command for command in quoting if IN_A_MEMBER_OF_A_MESSAGE in outputs[command]] == []


@pytest.mark.parametrize("name", FILES)
def test_a_repair_keeps_what_the_user_wrote_and_reports_no_key(name: str, tmp_path: Path) -> None:
    """Recorded traffic is only read: its conversation is written without the headers."""
    file = tmp_path / name
    file.write_text(FILES[name], encoding="utf-8")
    result = CliRunner().invoke(main, ["fix", str(file)])
    assert IN_A_MESSAGE in result.stdout
    assert leaked(result.stderr, RECORDED) == []
    assert leaked(result.stdout, RECORDED) == []


def _echo(request: bytes) -> bytes:
    """Refuse with the entire request in the error, and its first secret as the id of the answer."""
    text = request.decode("utf-8", "replace")
    repeated = next(iter(leaked(text, SENT)), "the environment")
    error = {"message": text, "type": "invalid_request_error", "code": "bad"}
    return http(400, compact({"error": error}), x_request_id=SENT[repeated])


def _with_parameter(url: str) -> str:
    return f"{url}?token={SENT['the parameter of the base URL']}"


def _with_password(url: str) -> str:
    return url.replace("://", f"://ada:{SENT['the password of the base URL']}@")


def test_a_key_that_is_sent_is_in_no_output_record_export_capsule_or_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file, saved = tmp_path / "chat.json", tmp_path / "record.json"
    file.write_text(compact(BODY["messages"][:1]), encoding="utf-8")
    received: list[bytes] = []

    def answer(request: bytes) -> bytes:
        received.append(request)
        return _echo(request)

    outputs: list[str] = []
    options = (
        "",
        "--output json",
        "--no-stream",
        "--both",
        *(f"--export {kind}" for kind in EXPORTS),
        f"--out {saved}",
    )
    with server(answer) as url:
        for address in (_with_parameter(url), _with_password(url)):
            where = f"--base-url {address} --model m --key-env OPENAI_API_KEY"
            outputs += [_run(f"replay {where} {option}", file, tmp_path) for option in options]
            outputs.append(saved.read_text(encoding="utf-8"))
            outputs.append(_run(f"capsule --replay {saved} --out OUT/case.html", file, tmp_path))
    assert [output[:300] for output in (*outputs, caplog.text) if leaked(output, SENT)] == []
    assert IN_A_MESSAGE not in outputs[-1]
    assert {place for request in received for place in leaked(request, SENT)} == set(SENT) - {"the form"}


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_defect_shows_and_logs_no_key(
    debug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("WORKBENCH_DEBUG", debug)

    def fail() -> None:
        raise ValueError(f"cannot send Authorization: Bearer {RECORDED['the bearer']} to {ADDRESS}")

    assert run_and_report(fail) == 2
    printed = capsys.readouterr()
    assert "a defect of the workbench itself (ValueError" in printed.err
    assert leaked(printed.out + printed.err + caplog.text, RECORDED) == []


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an empty store."""
    folder = tmp_path / "store"
    folder.mkdir()
    monkeypatch.setattr(STORE, "cases", CaseStore(lambda: folder / "cases.sqlite3"))
    yield folder
    STORE.cases.close()


def _shown(page: AppTest) -> bytes:
    """Return everything that the page sends to the browser, as its messages' bytes."""
    assert not page.exception
    pending, sent = [*page._tree.children.values()], []
    while pending:
        node = pending.pop()
        pending += getattr(node, "children", {}).values()
        if (proto := getattr(node, "proto", None)) is not None:
            sent.append(proto.SerializeToString())
    return b"\n".join(sent)


def _in_store(folder: Path) -> bytes:
    """Return the bytes of every file of the store, and every value in its tables, which are compressed."""
    STORE.cases.finish()
    found = [path.read_bytes() for path in folder.iterdir()]
    with closing(sqlite3.connect(folder / "cases.sqlite3")) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in connection.execute(f'SELECT * FROM "{table}"')]
    values = [value for row in rows for value in row]
    found += [value.encode() for value in values if isinstance(value, str)]
    found += [zlib.decompress(value) for value in values if isinstance(value, bytes)]
    return b"\n".join(found)


def _opened(text: str) -> AppTest:
    page = AppTest.from_file(str(Path(workbench.app.__file__).with_name("page.py")), default_timeout=120).run()
    page.text_area[0].set_value(text)
    return page.button(key="open").click().run()


def _session(page: AppTest) -> Session:
    kept = page.session_state["workbench-session"]
    assert isinstance(kept, Session)
    return kept


@pytest.mark.parametrize("name", FILES)
def test_neither_the_page_nor_the_store_has_a_key_of_recorded_traffic(name: str, store: Path) -> None:
    page = _opened(FILES[name])
    assert _session(page).source[0] == "c"
    shown = {"opened": leaked(_shown(page), RECORDED | SENT)}
    for section in SECTIONS:
        _session(page).section = section
        shown[section] = leaked(_shown(page.run()), RECORDED | SENT)
    assert {section: places for section, places in shown.items() if places} == {}
    kept = _in_store(store)
    assert leaked(kept, RECORDED | SENT) == []
    assert IN_A_MESSAGE.encode() in kept


def test_a_key_that_is_typed_is_in_no_text_of_the_page_and_nowhere_in_the_store(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    received: list[bytes] = []

    def answer(request: bytes) -> bytes:
        received.append(request)
        return _echo(request)

    page = _opened(compact([{"role": "user", "content": "Is the dome open?"}]))
    _session(page).section = "replay"
    page.run()
    page.selectbox(key="endpoint").set_value("custom").run()
    with server(answer) as url:
        page.text_input(key="url-custom").set_value(_with_parameter(url)).run()
        page.text_input(key="key-custom").set_value(SENT["the form"]).run()
        page.text_input(key="model-custom").set_value("any").run()
        page.button(key="send").click().run()
        for together in page.session_state["workbench-running"]:
            for running in together:
                running.thread.join(120)
    shown = {"replay": leaked(_shown(page.run()), SENT)}
    assert {place for request in received for place in leaked(request, SENT)} == {
        "the form",
        "the parameter of the base URL",
    }
    for section in SECTIONS:
        _session(page).section = section
        shown[section] = leaked(_shown(page.run()), SENT)
    assert {section: places for section, places in shown.items() if places} == {}
    kept = _in_store(store)
    assert b"invalid_request_error" in kept
    assert leaked(kept, SENT) == []
    assert leaked(caplog.text, SENT) == []
