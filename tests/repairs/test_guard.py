"""The guard: what no safe fix and no repair may do, whatever rule proposes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from workbench import defects
from workbench.checks.check import check
from workbench.checks.findings import Finding, Fix
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.patch import remove
from workbench.json.text import compact
from workbench.loading import load
from workbench.repairs.fixes import fix_for, with_fixes
from workbench.repairs.guard import broken_promises, lost_since, words_lost_by
from workbench.repairs.repair import apply_fixes, repair
from workbench.rules import RULES
from workbench.rules.editing.context import RepairContext


def chat(*messages: Any) -> Conversation:
    return detected(Conversation("chat", list(messages), list(messages)), "openai-chat")


def user(text: Any) -> Any:
    return {"role": "user", "content": text}


def calling(call_id: str = "c1") -> Any:
    made = {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def result(content: Any, call_id: str = "c1") -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def test_a_word_may_move_to_another_message() -> None:
    before = chat(user("one"), calling(), result("two"))
    assert lost_since(before, chat(user("two"), calling(), result("one"))) == []
    assert lost_since(before, chat(user("two"), calling())) == ["one"]


@pytest.mark.parametrize("misplaced", [{"detail": ["plum", "damson"]}, {"status": "Thanks!"}, {"object": "Yes"}])
def test_words_in_the_place_of_a_fact_about_a_message_are_kept(misplaced: Any) -> None:
    request = {"model": "gpt-4o", "messages": [{**user("Hello"), **misplaced}]}
    assert repair(load(compact(request).encode()), "openai").conversation.payload == request


def test_a_fact_about_a_message_is_left_out() -> None:
    facts = {"status": "completed", "object": "chat.message", "created_at": "2026-01-01T10:00:00Z", "version": 2}
    request = {"model": "gpt-4o", "messages": [{**user("Hello"), **facts}]}
    done = repair(load(compact(request).encode()), "openai")
    assert done.conversation.payload == {"model": "gpt-4o", "messages": [user("Hello")]}


def test_who_speaks_is_kept_under_the_wrong_key() -> None:
    turns = [("user", "Hi"), ("model", "Hello"), ("user", "Bye")]
    request = {"contents": [{"format": who, "parts": [{"text": text}]} for who, text in turns]}
    assert repair(load(compact(request).encode()), "gemini").conversation.payload == request


@pytest.mark.parametrize(
    ("after", "broken"),
    [
        (chat(user("one"), calling(), result("two"), user("end")), []),
        (chat(user("one"), calling(), result("2"), user("end")), ["It would lose words: two."]),
        (
            chat(user("one"), calling(), user("two"), user("end")),
            ["It would leave more errors for OpenAI than before.", "It would separate calls from their results: c1.",
             "It would leave more errors for the provider of its own format than before."],
        ),
        (
            chat("one", "two", "end", "f"),
            ["It would leave more errors for OpenAI than before.",
             "The file would no longer be read as the same conversation.",
             "It would leave more errors for the provider of its own format than before."],
        ),
    ],
)  # fmt: skip
def test_each_broken_promise_is_named(after: Conversation, broken: list[str]) -> None:
    before = chat(user("one"), calling(), result("two"), user("end"))
    assert list(broken_promises(check(before, "openai"), check(after, "openai"))) == broken


def test_a_worse_verdict_is_a_broken_promise() -> None:
    before, after = chat(user("one")), chat(user("one"), calling())
    broken = list(broken_promises(check(before, "openai"), check(after, "openai")))
    assert broken == ["It would make the verdict of OpenAI worse."]


def test_a_repair_for_another_target_does_not_make_the_own_provider_refuse() -> None:
    """The conversion drops items of another format. Written in the file's format, their call has no name."""
    items = [
        {"type": "function_call", "call_id": "call_1", "name": "", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "ok"},
    ]
    spoken = [
        {"speaker": speaker, "blocks": [{"type": "text", "text": text}]}
        for speaker, text in (("human", "Look."), ("ai", "There."), ("human", "Thanks."), ("ai", "Bye."))
    ]
    history = load(compact({"input": [*items, *spoken]}).encode())
    assert check(history, "openai").verdict.outcome == "accepted"
    done = repair(history, "deepseek")
    assert not check(done.conversation, "openai").verdict.refused


def test_a_repair_leaves_an_accepted_history_accepted() -> None:
    """The converter drops a message with an unknown role. Written as the assistant's, its call would be unanswered."""
    call = {"type": "tool-call", "toolCallId": "call_1", "toolName": "look", "input": {}}
    text = compact([user("Look."), {"role": "human", "content": [call]}])
    history = load(text.encode(), None, "vercel-v5-model")
    assert check(history, "vllm").verdict.outcome == "accepted"
    assert repair(history, "vllm").report.verdict.outcome == "accepted"


def test_a_repair_leaves_no_file_that_is_in_no_known_format() -> None:
    """A message without evidence fits every format equally well. That does not make it one of its old format."""
    odd = {"role": "system", "parts": [{"kinds": "text", "content": []}]}
    history = load(compact([odd, {"role": "user", "parts": {"type": "text", "content": []}}]).encode())
    assert check(history, "a2a-sdk@1").verdict.outcome == "refused"
    after = load(compact(repair(history, "a2a-sdk@1").conversation.payload).encode())
    assert after.detection.recognised


def test_a_word_that_becomes_a_setting_is_not_lost() -> None:
    before = load(b'{"contents": [{"parts": [{"text": "Hello"}], "detail": "ultra fine"}]}')
    after = load(
        b'{"contents": [{"parts": [{"text": "Hello"}]}], "generationConfig": {"mediaResolution": "ultra fine"}}'
    )
    assert lost_since(before, after) == []


def test_a_word_that_becomes_a_setting_next_to_others_is_not_lost() -> None:
    before = load(b'{"contents": [{"parts": [{"detail": "ultra fine"}]}], "generationConfig": {"temperature": 1}}')
    after = load(
        b'{"contents": [{"parts": [{}]}], "generationConfig": {"temperature": 1, "mediaResolution": "ultra fine"}}'
    )
    assert lost_since(before, after) == []


def test_a_cache_mark_of_any_type_is_no_content() -> None:
    tool = b'{"name": "f", "input_schema": {"type": "object"}%s}'
    request = b'{"messages": [{"role": "user", "content": "Hello"}], "tools": [%s]}'
    before = load(request % (tool % b', "cache_control": ["ephemeral"]'))
    assert lost_since(before, load(request % (tool % b""))) == []


ORPHANS = chat(user("List them."), result("first", "call_8"), result("second", "call_9"))


def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a fix for one finding that claims to be safe and deletes words."""
    rule = RULES["tool-result-orphan"]

    def take_out(context: RepairContext, finding: Finding) -> Fix | None:
        if finding.id == "call_8":
            return Fix("Take it out", (remove(finding.at),), True, "It is in the way.")
        return rule.fix(context, finding) if rule.fix else None

    monkeypatch.setitem(RULES, rule.name, replace(rule, fix=take_out))


def test_a_fix_that_loses_words_is_not_safe_and_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    careless(monkeypatch)
    fixes = {finding.id: finding.fix for finding in with_fixes(check(ORPHANS, "openai")).errors}
    assert fixes["call_8"] is not None
    assert (fixes["call_8"].safe, fixes["call_8"].reason) == (False, "It is in the way. It would lose: first.")
    assert fixes["call_9"] is not None
    assert fixes["call_9"].safe


def test_a_fix_that_loses_words_is_not_applied_and_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    careless(monkeypatch)
    repaired = repair(ORPHANS, "openai")
    assert lost_since(ORPHANS, repaired.conversation) == []
    assert [finding.id for finding in repaired.remaining] == ["call_8"]
    assert [fix.title for fix in repaired.applied] == ["Keep the result as text, since its call is missing"]


def test_a_defect_in_one_fix_does_not_affect_other_fixes(monkeypatch: pytest.MonkeyPatch) -> None:
    def defective(context: RepairContext, finding: Finding) -> Fix | None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(defects, "HIDDEN", True)
    monkeypatch.setitem(RULES, "content-null", replace(RULES["content-null"], fix=defective))
    report = check(chat(user(None), result("first", "call_8")), "openai")
    fixed = {finding.rule for finding in report.errors if fix_for(report, finding)}
    assert fixed == {"tool-result-orphan"}


def test_a_repair_stops_where_the_next_repair_would_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id is all that keeps the words of the unknown field. Once that is removed, rewriting the id would lose them;
    but a repair of the result would not know that."""
    rule = RULES["tool-id-format-mistral"]

    def later(context: RepairContext, finding: Finding) -> Fix | None:
        return rule.fix(context, finding) if rule.fix and "unknown" not in compact(context.value("/1")) else None

    monkeypatch.setitem(RULES, rule.name, replace(rule, fix=later))
    copied_id = calling("call 77")
    copied_id["tool_calls"][0]["unknown"] = "call 77"
    first = repair(chat(user("one"), copied_id, result("two", "call 77")), "mistral")
    assert repair(first.conversation, "mistral").applied == ()


def test_ticked_fixes_that_would_leave_no_conversation_are_not_applied() -> None:
    history = chat(user("one"), user("two"))
    everything = [Fix("Take it out", (remove(f"/{index}"),), False, "") for index in (0, 1)]
    assert apply_fixes(history, everything, "openai").payload == history.payload


@pytest.mark.parametrize(
    "text",
    [
        '[{"role":"user","content":"?"},{"role":"assistant","message":"In Hamburg."},{"role":"user","content":""}]',
        '[{"role":"user","content":"?"},{"role":"assistant","content":{"text":"In Hamburg."}}]',
        '[{"role":"user","content":"?"},{"from":"gpt","value":"In Hamburg."},{"role":"user","content":""}]',
        '[{"role":"user"},{},{"content":"In Hamburg."}]',
        '{"contents":[{"parts":[{"text":"a"}]},{"role":"user","toolInvocations":{"error":"In Hamburg."}}]}',
        '[{"id":"1","role":"user","content":"In Hamburg."},{"id":"2","role":"user","content":"","parts":[]}]',
    ],
)
@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini", "ai@5", "bedrock", "mistral", "a2a-sdk@1"])
def test_words_under_unknown_keys_are_preserved(text: str, target: str) -> None:
    before = load(text.encode())
    repaired = repair(before, target, mind_others=False)
    assert lost_since(before, repaired.conversation) == []
    assert "In Hamburg." in compact(repaired.conversation.payload)


@pytest.mark.parametrize("said", ["👍", "?", "None", "true"])
@pytest.mark.parametrize("target", ["openai", "mistral", "zhipu"])
def test_an_answer_without_a_word_is_preserved_under_an_unknown_key(said: str, target: str) -> None:
    asked = {"role": "assistant", "content": "Any allergies?"}
    before = chat({"role": "user", "content": "Hi."}, asked, {"role": "user", "message": said}, asked)
    repaired = repair(before, target, mind_others=False)
    assert any(message.get("message") == said for message in repaired.conversation.messages)


def test_the_id_of_a_file_is_preserved_because_nothing_else_is_left_of_the_file() -> None:
    image = {"type": "image", "source": {"type": "file", "file_id": "file_011C"}}
    before = chat(result("one", "call_8"), {"role": "user", "content": [image]})
    repaired = repair(before, "vertex-anthropic", mind_others=False)
    assert "file_011C" in compact(repaired.conversation.payload)


def test_a_repair_writes_nothing_that_would_be_read_as_the_file_of_another_program() -> None:
    """A message with a type and a content has the shape of LangChain's messages, and would be read as one."""
    before = load(b'{"messages":[{"role":"tool","tool_call_id":"go"},{"type":"function"}]}')
    repaired = repair(before, "openai", mind_others=False)
    reopened = load(compact(repaired.conversation.payload).encode())
    assert (reopened.format, reopened.base, reopened.origin) == (before.format, before.base, None)


@pytest.mark.parametrize("target", ["llama-cpp", "openai-compatible", "qwen"])
def test_a_repair_is_not_applied_if_its_file_would_be_read_as_a_format_with_more_faults(target: str) -> None:
    """Without its only result, nothing shows that the history is Anthropic's, where content may be a bare string."""
    before = load(b'[{"role":"user","content":[{"type":"tool_result"}]},{"text":"Four fifths full."}]')
    repaired = repair(before, target, mind_others=False)
    reopened = load(compact(repaired.conversation.payload).encode())
    assert len(check(reopened, target).errors) <= len(check(before, target).errors)
    assert repair(reopened, target, mind_others=False).applied == ()


def test_words_that_several_steps_would_lose_together_are_preserved() -> None:
    """An id that is an object becomes a text, the text an id without quotes, and the call's id would replace that."""
    call = {"type": "tool_use", "id": "functions.read:0", "name": "read", "input": {"path": "fridge.txt"}}
    odd = {"type": "tool_result", "tool_use_id": {"note": {"text": "Ask Hanna first."}}, "content": "Buy coriander."}
    before = load(compact([{"role": "assistant", "content": [call]}, {"role": "user", "content": [odd]}]).encode())
    repaired = repair(before, "anthropic", mind_others=False)
    assert lost_since(before, repaired.conversation) == []
    assert repair(repaired.conversation, "anthropic", mind_others=False).applied == ()


def test_a_word_that_is_only_part_of_a_role_is_lost() -> None:
    before = chat({"role": "developer", "text": "de"}, user("user"))
    assert lost_since(before, chat({"role": "developer", "content": ""}, user(""))) == ["user", "de"]


def test_a_role_inside_an_object_means_no_more_than_a_role() -> None:
    before = chat({"role": {"text": "assistant"}, "content": "one"})
    assert lost_since(before, chat({"role": "assistant", "content": "one"})) == []


def test_no_body_is_put_around_the_messages_of_a_program_that_would_not_read_it() -> None:
    """A trace has a bare list of messages; settings that a fix adds are lost when the trace is read again."""
    before = load(b'[{"role":"user","parts":[{"type":"text","content":""}]},{"role":"system","content":"Yo"}]')
    assert before.origin is not None
    repaired = repair(before, "ai@7", mind_others=False)
    reopened = load(compact(repaired.conversation.payload).encode())
    assert (reopened.base, len(reopened.messages)) == (before.base, len(before.messages))


@pytest.mark.parametrize(
    ("body", "target", "field"),
    [
        ({"messages": {"role": "user", "content": [], "response": "user"}, "max_tokens": 1}, "anthropic", "response"),
        ({"messages": [{"role": "user", "content": "Cu", "function": "user"}]}, "openai", "function"),
        ({"contents": [{"parts": [{"text": "?"}], "role": "user", "name": "user"}]}, "gemini", "name"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": "?", "instructions": "text"}]}],
          "max_tokens": 1}, "anthropic", "instructions"),
    ],
)  # fmt: skip
def test_no_safe_fix_removes_a_field_whose_only_word_also_names_a_role_or_a_kind(
    body: Any, target: str, field: str
) -> None:
    report = with_fixes(check(load(compact(body).encode()), target))
    fixes = {finding.fix.title: finding.fix for finding in report.findings if finding.fix}
    assert fixes[f"Leave out {field}"].safe is False
    repaired = repair(report.conversation, target)
    assert f'"{field}":' in compact(repaired.conversation.payload)


def opened(document: Any) -> Conversation:
    return load(compact(document).encode())


NESTED = {
    "messages": [[], [], [[
        {"type": "message", "role": "user", "content": []},
        {"role": "user", "content": []},
        [{"type": "message", "role": "user", "content": []}],
    ]]]
}  # fmt: skip
"""The loader reads the first list that is mostly messages: with one message fewer it would read an inner list."""


@pytest.mark.parametrize("target", ["together", "openai", "anthropic"])
def test_the_loader_reads_a_repaired_list_inside_a_list_as_the_repair(target: str) -> None:
    repaired = repair(opened(NESTED), target).conversation
    assert opened(repaired.payload).messages == repaired.messages
    assert opened(repaired.payload).base == opened(NESTED).base


def test_a_repair_does_not_change_the_number_of_conversations_in_a_document() -> None:
    """Without its first item, the second list would not count as messages, and both would be read as one."""
    document = {"a": {"b": {"c": {"d": {"e": [[user("Hi"), {"role": "user", "content": ""}, "no message"]]}}}}}
    before = opened(document)
    repaired = repair(before, "anthropic").conversation
    assert opened(repaired.payload).messages == repaired.messages


ONLY_A_RESULT_SHOWS_THE_FORMAT = {
    "model": "claude-sonnet-4-5",
    "messages": [
        {"role": "system", "content": "Answer with a tool."},
        user("What day is it?"),
        {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "t1", "toolName": "date",
                                      "output": {"type": "text", "value": "Monday"}}]},
    ],
    "tools": {"date": {"description": "The date", "inputSchema": {"type": "object"}}},
}  # fmt: skip


@pytest.mark.parametrize("target", ["ai@6", "ai@7-ui"])
def test_a_repaired_file_has_no_more_errors_when_it_is_opened_without_a_target(target: str) -> None:
    before = opened(ONLY_A_RESULT_SHOWS_THE_FORMAT)
    after = opened(repair(before, target).conversation.payload)
    assert len(check(after).errors) <= len(check(before).errors)


def test_a_role_that_contains_words_is_not_removed() -> None:
    request = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "role": {"mode": "VALIDATED"}}
    assert "VALIDATED" in compact(repair(opened(request), "gemini").conversation.payload)


def test_a_removed_word_does_not_count_as_kept_because_the_fix_mentions_it() -> None:
    messages: list[Any] = [{"role": "user", "content": "first words"}, {"role": "user", "content": "last words"}]
    conversation = load(compact(messages).encode())
    inside, elsewhere = (Fix("", (remove("/0"),), True, "", 0.5, (place,)) for place in ("/0/content", "/1"))
    assert words_lost_by(conversation, inside) == ["first", "words"]
    assert words_lost_by(conversation, elsewhere) == ["first"]


def test_a_repaired_file_that_opens_in_another_format_has_no_worse_verdict_there() -> None:
    """Without the result, the file fits several formats, and in the likeliest the target may refuse the first item."""
    history: list[Any] = [[], {"role": "user", "content": [{"type": "tool-result", "result": "sunny"}]}]
    before = load(compact(history).encode())
    assert (before.format, check(before, "llama-cpp-responses").verdict.outcome) == ("vercel-v4-core", "accepted")
    after = load(compact(repair(before, "llama-cpp-responses").conversation.payload).encode())
    assert check(after, "llama-cpp-responses").verdict.outcome == "accepted"


def test_a_repair_leaves_a_file_that_is_recognised_without_the_target() -> None:
    """Only the results show the format; as texts, the messages fit no format better than another."""
    results: list[Any] = [{"role": "user", "content": [{"toolResult": {}}]}] * 2
    odd = {"role": "assistant", "content": [{"text": "Sunny."}, {"type": "tool_use"}]}
    before = load(compact([*results, odd]).encode())
    assert before.detection.recognised
    after = load(compact(repair(before, "bedrock").conversation.payload).encode())
    assert after.detection.recognised


def test_no_item_of_a_list_becomes_the_envelope_of_the_only_message() -> None:
    items = [{"args": {"type": "rain"}}, {"type": "message", "message": {"content": "Weather?"}}]
    before = load(compact({"input": items}))
    after = repair(before, "openai-responses").conversation
    assert [len(before.messages), len(after.messages), after.places] == [2, 2, None]
