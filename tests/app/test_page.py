"""The page's script, run without a browser: which screen is shown, and that nothing raises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.replays.servers import http, server
from workbench.app.session import Session
from workbench.app.store import STORE
from workbench.app.versions import choose_fixes
from workbench.samples import samples
from workbench.view.repairs import fix_key

_PAGE = str(Path(workbench.app.__file__).with_name("page.py"))


def _visit(**parameters: str) -> AppTest:
    page = AppTest.from_file(_PAGE, default_timeout=120)
    for name, value in parameters.items():
        page.query_params[name] = value
    return page.run()


def _session(page: AppTest) -> Session:
    kept = page.session_state["workbench-session"]
    assert isinstance(kept, Session)
    return kept


def test_the_first_screen_explains_the_product_and_accepts_a_paste() -> None:
    page = _visit()
    assert page.title[0].value == "What broke this chat?"
    assert page.text_area[0].label == "Conversation"
    assert not page.exception


def test_a_pasted_conversation_is_kept_under_a_key_and_opened() -> None:
    page = _visit()
    page.text_area[0].set_value('[{"role": "user", "content": "hi"}]')
    page.button(key="open").click().run()
    kind, key = _session(page).source
    opened = STORE.get(key)
    assert kind == "c"
    assert opened is not None
    assert opened.conversation.format == "openai-chat"
    assert key in page.query_params["c"]
    assert not page.exception


def test_an_unreadable_text_is_reported_and_nothing_opens() -> None:
    page = _visit()
    page.text_area[0].set_value("no conversation at all")
    page.button(key="open").click().run()
    assert page.error[0].value == "This is plain text; no conversation was read from it."
    assert "export as JSON" in page.markdown[-1].value
    assert _session(page).source == ("", "")


def test_an_error_about_the_account_is_explained_and_not_located_in_the_next_conversation() -> None:
    page = _visit()
    page.text_area[0].set_value('{"error": {"message": "Rate limit reached for gpt-4o", "type": "tokens"}}')
    page.button(key="open").click().run()
    assert [info.value for info in page.info] == [
        "This is a provider's error. The error is about a limit or the balance of the account, not about the "
        "conversation."
    ]
    assert not page.error
    assert _session(page).error == ""


def test_an_error_that_is_pasted_first_is_explained_and_located_in_the_next_conversation() -> None:
    page = _visit()
    page.text_area[0].set_value(
        "400 Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message."
    )
    page.button(key="open").click().run()
    assert page.info[0].value == (
        "This is a provider's error. The answer from a tool can no longer be matched to its question. Open the "
        "conversation that caused it, and the page will jump to the cause."
    )
    assert not page.error
    messages = [{"role": "user", "content": "hi"}] * 3
    messages.append({"role": "tool", "tool_call_id": "call_2", "content": "done"})
    page.text_area[0].set_value(json.dumps(messages))
    page.button(key="open").click().run()
    session = _session(page)
    assert (session.selected, session.error) == (3, "")
    assert session.located is not None
    assert "messages[3]: tool-result-orphan" in session.located["sentence"]
    assert session.located["plain"] == "The answer from a tool is there, but its question is missing."


def test_an_error_pasted_together_with_its_conversation_is_looked_for_in_it_and_is_no_unread_part() -> None:
    said = "Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message."
    error = f"openai.BadRequestError: Error code: 400 - { ({'error': {'message': said}}) }"
    messages = [{"role": "user", "content": "hi"}] * 3
    messages.append({"role": "tool", "tool_call_id": "call_2", "content": "done"})
    page = _visit()
    page.text_area[0].set_value(f"{error}\n\n{json.dumps({'messages': messages})}")
    page.button(key="open").click().run()
    session = _session(page)
    opened = STORE.get(session.source[1])
    assert opened is not None
    assert opened.conversation.notes == ()
    assert session.located is not None
    assert "messages[3]: tool-result-orphan" in session.located["sentence"]
    assert session.located["plain"] == "The answer from a tool is there, but its question is missing."


@pytest.mark.parametrize("sample", [sample.name for sample in samples() if sample.card])
def test_a_sample_opens_by_its_name(sample: str) -> None:
    page = _visit(sample=sample)
    assert not page.exception
    assert sample in page.query_params["sample"]


def test_an_invalid_link_opens_the_first_screen_with_an_explanation() -> None:
    page = _visit(c="gone")
    assert "no longer available" in page.warning[0].value
    assert page.title[0].value == "What broke this chat?"


def test_a_link_carries_message_target_filter_and_tab() -> None:
    page = _visit(sample="icontent/four-ids", message="2", target="anthropic", show="role:tool", tab="raw")
    session = _session(page)
    assert (session.selected, session.target, session.filter, session.panel) == (2, "anthropic", "role:tool", "raw")
    assert not page.exception


@pytest.mark.parametrize(
    "nonsense",
    [
        {"message": "9" * 30},
        {"message": "-1"},
        {"target": "nobody"},
        {"format": "<b>"},
        {"show": "thread:x"},
        {"tab": "?"},
    ],
)
def test_a_link_with_nonsense_still_opens(nonsense: dict[str, str]) -> None:
    assert not _visit(sample="icontent/four-ids", **nonsense).exception


def test_going_back_shows_the_conversation_in_the_url() -> None:
    page = _visit(sample="icontent/four-ids", message="2")
    page.query_params["sample"] = "icontent/healthy-agent-run"
    page.query_params["message"] = "4"
    page.run()
    session = _session(page)
    assert (session.source, session.selected) == (("sample", "icontent/healthy-agent-run"), 4)
    page.query_params.clear()
    page.run()
    assert page.title[0].value == "What broke this chat?"
    assert not page.exception


def test_a_replay_without_a_model_is_explained() -> None:
    page = _visit(sample="icontent/four-ids")
    _session(page).section = "replay"
    page.run()
    page.selectbox(key="endpoint").set_value("ollama").run()
    page.button(key="send").click().run()
    assert page.warning[0].value == "Choose a model and an address first."
    assert not page.exception


def _replaying(sample: str) -> AppTest:
    page = _visit(sample=sample)
    _session(page).section = "replay"
    return page.run()


def test_an_answer_that_comes_after_another_file_was_opened_is_kept_with_its_own_conversation() -> None:
    page = _replaying("icontent/healthy-agent-run")
    page.button(key="send").click().run()
    page.query_params.clear()
    page.query_params["sample"] = "icontent/four-ids"
    page.run()
    _wait_for_answers(page)
    page.run()
    session = _session(page)
    assert session.name == "sample:icontent/four-ids"
    assert list(session.replays) == list(session.live) == ["sample:icontent/healthy-agent-run"]
    assert session.notes.get(session.name) is None
    assert not page.exception


def test_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    page = _replaying("icontent/four-ids")
    page.selectbox(key="endpoint").set_value("openai").run()
    page.button(key="send").click().run()
    assert "OpenAI needs an API key" in page.warning[0].value
    assert "workbench-running" not in page.session_state  # nothing was started


def _sent_to(address: str, key: str = "") -> AppTest:
    """The page after a replay against a server, whose answer has come."""
    page = _replaying("openai-chat/healthy-failed-tool")
    page.selectbox(key="endpoint").set_value("custom").run()
    for name, value in {"url": address, "key": key, "model": "m"}.items():
        page.text_input(key=f"{name}-custom").set_value(value).run()
    page.button(key="send").click().run()
    _wait_for_answers(page)
    return page


def _wait_for_answers(page: AppTest) -> None:
    for together in page.session_state["workbench-running"]:
        for running in together:
            running.thread.join(60)


@pytest.mark.parametrize("typed", ["", "sk-typed-by-the-user-123456"])
def test_only_a_typed_key_is_sent_to_another_address(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_environment = "sk-only-for-openai-123456"
    monkeypatch.setenv("OPENAI_API_KEY", in_environment)
    received: list[bytes] = []

    def refuse(request: bytes) -> bytes:
        received.append(request)
        return http(400, '{"error": {"message": "No."}}')

    with server(refuse) as address:
        page = _sent_to(address, typed)
    assert page.text_input(key="key-custom").placeholder == "none"
    sent = b"".join(received)
    assert received
    assert in_environment.encode() not in sent
    assert not typed or typed.encode() in sent


def test_the_words_of_a_server_are_never_markdown() -> None:
    image = "![x](https://example.org/pixel.png)"
    answer = json.dumps({"error": {"message": f"Refused {image}", "type": image, "param": image, "code": image}})
    with server(lambda request: http(400, answer, x_request_id=image)) as address:
        page = _sent_to(address)
    page.run()
    rendered = (*page.markdown, *page.caption, *page.error, *page.warning, *page.info, *page.success)
    labels = (*page.button, *page.expander, *page.checkbox, *page.selectbox)
    texts = [*(element.value for element in rendered), *(element.label for element in labels)]
    assert [text for text in texts if image in text] == []
    assert [text.value for text in page.text if image in text.value]
    assert not page.exception


def test_the_fix_of_a_finding_ticks_only_itself_and_keeps_the_section_open() -> None:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "hi"}]
    for name in ("call_1", "call_2"):
        call = {"id": name, "type": "function", "function": {"name": "f", "arguments": "{}"}}
        messages += [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "user", "content": "and?"}]
    page = _visit()
    page.text_area[0].set_value(json.dumps(messages))
    page.button(key="open").click().run()
    session = _session(page)
    opened = session.opened()
    assert opened is not None
    view = opened.view()
    for cause in (0, 1):
        fix = view.fix_of(cause)
        assert fix is not None
        session.section = "repair"
        choose_fixes(session, frozenset({fix_key(fix)}))
        page.run()
        assert [box.value for box in page.checkbox].count(True) == 1
        assert not page.exception
