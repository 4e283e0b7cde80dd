"""The list of models comes from the address that the user entered, and a faulty server cannot harm the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.replays.servers import http, server
from workbench.app import model_list
from workbench.app.model_list import models_of
from workbench.json.text import compact
from workbench.replays import Endpoint
from workbench.replays.endpoint import ALLOWED_VARIABLE

KEY = "sk-made-up-for-the-list-of-models"
LIST = http(200, compact({"data": [{"id": "small"}, {"id": "large"}, {"id": 3}, "none"]}))


def test_the_names_are_sorted_and_the_key_and_the_parameters_are_sent() -> None:
    requests: list[bytes] = []

    def answer(request: bytes) -> bytes:
        requests.append(request)
        return LIST

    with server(answer) as url:
        assert models_of(Endpoint(f"{url}?api-version=1", "m", key=KEY)) == ["large", "small"]
    assert requests[0].startswith(b"GET /v1/models?api-version=1 ")
    assert f"Bearer {KEY}".encode() in requests[0]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could lead past the allow-list, for example to an address of the network that only this computer reaches."""
    requests: list[bytes] = []

    def answer(request: bytes) -> bytes:
        requests.append(request)
        return LIST

    with server(answer) as other, server(http(status, "", location=f"{other}/models")) as first:
        monkeypatch.setenv(ALLOWED_VARIABLE, first)
        assert models_of(Endpoint(first, "m", key=KEY)) == []
        assert models_of(Endpoint(other, "m", key=KEY)) == []  # not in the allow-list
    assert requests == []


@pytest.mark.parametrize(
    "answer",
    [
        b"\x16\x03\x01 not HTTP at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n{}",
        http(200, "[1]"),
        http(200, compact({"data": {"id": "m"}})),
        http(500, "{}"),
        b"",
    ],
    ids=["not HTTP", "cut off", "bad chunk", "too many headers", "a list", "no list", "an error", "nothing"],
)
def test_a_faulty_answer_lists_nothing(answer: bytes) -> None:
    with server(answer) as url:
        assert models_of(Endpoint(url, "m", key=KEY)) == []


@pytest.mark.parametrize("url", ["http://[", "http://user:word@127.0.0.1:9/v1", "http://127.0.0.1:9/a b", "ftp://x"])
def test_an_invalid_address_lists_nothing(url: str) -> None:
    assert models_of(Endpoint(url, "m", key=KEY)) == []


def test_a_server_that_sends_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_list, "_MAX_BYTES", 1000)
    monkeypatch.setattr(model_list, "_PIECE", 100)
    with server(http(200, compact({"data": [{"id": "m"}], "rest": "x" * 5000}))) as url:
        assert models_of(Endpoint(url, "m")) == []


def test_a_server_that_takes_too_long_for_its_answer_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(model_list, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(model_list, "_PIECE", 10)
    with server(LIST) as url:
        assert models_of(Endpoint(url, "m")) == []


def test_names_are_shown_as_text_and_never_contain_the_key() -> None:
    """Half a character cannot be sent to a browser, and one that turns the reading direction hides what it is."""
    names = b'{"data": [{"id": "a\\u202eb\\u001b"}, {"id": "half \\ud83d"}, {"id": "of %s"}]}' % KEY.encode()
    page = AppTest.from_file(str(Path(workbench.app.__file__).with_name("page.py")), default_timeout=120).run()
    page.text_area[0].set_value(compact([{"role": "user", "content": "Is the dome open?"}]))
    page.button(key="open").click().run()
    page.session_state["workbench-session"].section = "replay"
    page.run()
    page.selectbox(key="endpoint").set_value("custom").run()
    with server(http(200, names)) as url:
        page.text_input(key="url-custom").set_value(url).run()
        page.text_input(key="key-custom").set_value(KEY).run()
        page.button(key="list-models").click().run()
    assert not page.exception
    assert page.selectbox(key="model-of-custom").options == ["a\\u202eb\\u001b", "half \\ud83d", "of ***"]
