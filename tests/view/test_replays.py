"""A replay as the page shows it, and the responses in the rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.view.checked_views import view_of_sample
from workbench.json.text import compact
from workbench.replays import PRESETS, Exchange, LocatedRefusal, ProviderError, ReplayRecord, endpoint_at
from workbench.replays.compare import compare_answers
from workbench.replays.wire_format import conversion_notice
from workbench.view.replays import answer_of, cannot_send, live_note, notes_after, refusal_note, turns
from workbench.view.window import Look


def _record(recorded: str | None, new: str, up_to: int | None = None) -> ReplayRecord:
    def said(text: str) -> dict[str, Any]:
        return {"speaker": "ai", "blocks": [{"type": "text", "text": text}]}

    comparison = None if recorded is None else compare_answers(said(recorded), said(new)).as_json()
    started = "2026-01-01T00:00:00"
    return ReplayRecord("x", {}, "openai", "openai-chat", started, 0.1, "answered", up_to=up_to, comparison=comparison)


def test_the_cell_of_a_live_answer_shows_how_it_differs_from_the_recording() -> None:
    noted = live_note(_record("It is dry.", "It is wet.", up_to=4), 12)
    assert noted is not None
    index, note = noted
    assert (index, note["column"], note["lines"]) == (3, "response", ["-It is dry.", "+It is wet."])


def test_an_answer_equal_to_the_recorded_one_is_noted() -> None:
    noted: Any = live_note(_record("It is dry.", "It is dry."), 12)
    assert noted is not None
    assert (noted[0], noted[1]["text"]) == (11, "Its text and calls are the same as in the recording.")


def test_nothing_is_compared_without_a_recording() -> None:
    assert live_note(_record(None, "It is dry."), 12) is None


def test_the_recorded_answer_is_in_the_row_of_the_last_message_sent() -> None:
    view = view_of_sample("openai-chat/healthy-request-and-response")
    cells = view.rows.row(4)["cells"]
    assert [cell.get("origin") for cell in cells] == [None, "recorded", "recorded"]
    assert "Pumpkin soup" in view.values.text(1, 4, "/choices/0/message/content")
    assert view.rows.row(3)["cells"][1] == {"messages": []}


def test_an_answer_is_not_compared_with_the_question_it_answers() -> None:
    view = view_of_sample("openai-chat/healthy-request-and-response")
    told = view.panel(Look(selected=4, panel="trip"))
    assert (told["rows"], told["response"]) == ([], "")


def _exchange(*blocks: dict[str, Any], response: Any = None) -> Exchange:
    return Exchange("POST", "", {}, {}, 200, response=response, contents=({"blocks": list(blocks)},))


def _said(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _refused(index: int) -> ReplayRecord:
    error = ProviderError("It was refused.", "no", kind="refused")
    at = LocatedRefusal("tool-result-orphan", "TC101", f"/{index}", index, "There.")
    return replace(_record(None, ""), ended="refused", error=error, located=at)


def test_a_past_replay_shows_each_turn_and_its_calls() -> None:
    call = {"type": "tool_call", "id": "c", "name": "dome_log", "parameters": {"lines": 20}}
    record = replace(
        _record(None, ""), exchanges=(_exchange(_said("I "), _said("look."), call), _exchange(_said("Done.")))
    )
    assert turns(record) == ['I look.\n→ dome_log({"lines":20})', "Done."]


def test_an_answer_in_another_format_is_drawn_as_that_format() -> None:
    said = [{"type": "text", "text": "Now it works."}]
    body = {"type": "message", "role": "assistant", "content": said, "stop_reason": "end_turn"}
    record = replace(_record(None, ""), wire="anthropic", exchanges=(_exchange(response=body),))
    row = view_of_sample("icontent/rethreaded-prefix").rows.row(5, live=answer_of(record))
    assert [cell.get("origin") for cell in row["cells"]] == [None, None, None, "live", "live"]
    assert "Now it works." in compact(row["cells"][3])
    assert "Now it works." in compact(row["cells"][4])


def test_the_answer_of_the_embedded_model_is_rehearsed_and_not_live() -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}]}
    record = replace(_record(None, ""), endpoint={"embedded": True}, exchanges=(_exchange(response=body),))
    row = view_of_sample("icontent/rethreaded-prefix").rows.row(5, live=answer_of(record))
    assert [cell.get("origin") for cell in row["cells"]] == [None, None, None, "rehearsed", "rehearsed"]


def test_an_answer_removes_the_note_of_an_earlier_refusal() -> None:
    notes = notes_after({}, _refused(3), 12)
    assert notes[3]["text"] == "Refused in the replay: no"
    assert notes_after(notes, _record(None, "Yes.", up_to=2), 12) == notes
    assert notes_after(notes, _record(None, "Yes."), 12) == {}


def test_a_refusal_is_noted_in_the_response_column_with_the_repair_of_its_finding() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    predicted = next(note for note in view.rows.row(3)["notes"])
    record = _refused(3)
    assert record.located is not None
    record = replace(record, located=replace(record.located, rule=predicted["rule"], code=predicted["code"]))
    noted = refusal_note(record)
    assert noted is not None
    for row in (view.rows.row(3, note=noted[1]), view.rows.chat_row(3, note=noted[1])):
        refusal = row["notes"][-1]
        assert (refusal["column"], refusal["cause"]) == ("response", predicted["cause"])
    assert view.fix_of(predicted["cause"]) is not None


def test_nothing_is_sent_without_the_key_that_an_endpoint_needs() -> None:
    preset = PRESETS["openai"]
    assert "needs an API key" in cannot_send(preset, endpoint_at(preset, "gpt", " "))
    assert cannot_send(preset, endpoint_at(preset, "gpt", "sk-1")) == ""
    assert cannot_send(PRESETS["ollama"], endpoint_at(PRESETS["ollama"], "llama")) == ""


def test_a_history_that_is_converted_for_its_endpoint_is_marked() -> None:
    conversation = view_of_sample("openai-responses/healthy-gliding").report.conversation
    sentence = conversion_notice(conversation, endpoint_at(PRESETS["openrouter"], "any"))
    assert sentence == "This OpenAI Responses history is converted and sent as OpenAI Chat Completions."
    assert conversion_notice(conversation, endpoint_at(PRESETS["openai"], "gpt")) == ""
