"""The tables of the Learn page match the converters, because they come from probing them."""

from __future__ import annotations

from itertools import permutations

import pytest

import workbench.converters
from workbench.conversation import Conversation
from workbench.converters import Edge, route
from workbench.converters.contract import Converted
from workbench.converters.mapping_reasons import REASONS
from workbench.formats import FORMATS
from workbench.json.pointer import leaves
from workbench.lessons.example import conversation_of, edited_example, example_in
from workbench.lessons.featured import featured
from workbench.lessons.fields import field_name
from workbench.lessons.mapping import FieldRow, mapping_table, observed_mappings, rules_of
from workbench.provenance.values import is_discriminator

CORE = ("icontent", "vercel-v4-core")


def _table(source: str, target: str) -> dict[tuple[str, str], FieldRow]:
    rows = mapping_table(_example(source), route(source, target))
    return {(row.source, row.target): row for row in rows}


def _example(name: str) -> Conversation:
    return conversation_of(example_in(name), name)


def test_an_id_is_rewritten_with_the_reason_from_the_spec() -> None:
    row = _table(*CORE)["blocks[].callId", "content[].toolCallId"]
    assert row.description == "prefix rewritten: `hist_tool_` → `call_`"
    assert "spec 000, line 137" in row.why


@pytest.mark.parametrize(
    ("source", "target", "description"),
    [
        ('speaker: "tool"', 'role: "tool"', "shapes the message"),
        ("blocks[].result", "content[].result", 'null becomes `""`'),
        ("blocks[].error", "content[].isError", "lost: only its presence is carried"),
        ("metadata.usage.inputTokens", "", "lost: no counterpart"),
        ("blocks[].parameters", "content[].args", "copied"),
    ],
)
def test_the_mapping_of_a_field_is_described(source: str, target: str, description: str) -> None:
    assert _table(*CORE)[source, target].description == description


def test_a_name_that_only_the_call_has_is_looked_up() -> None:
    assert (
        "looked up from the call with the same id" in _table(*CORE)["blocks[].name", "content[].toolName"].description
    )


def test_a_value_that_a_converter_invents_has_no_source() -> None:
    row = _table("openai-chat", "a2a")["", "messageId"]
    assert row.description == "invented: not in the message"


def test_the_table_also_has_fields_that_only_samples_have() -> None:
    assert _table(*CORE)["blocks[].data", "content[].image"].places == ()


def test_a_changed_converter_changes_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table depends on nothing but the converter itself."""
    original = route(*CORE)[0]

    def with_extra_field(messages: object, settings: object) -> list[Converted]:
        rows = original.convert(messages, settings)  # type: ignore[arg-type]
        return [Converted({**row.message, "shouted": "yes"}, row.sources) for row in rows]

    edges = [
        Edge(*CORE, with_extra_field, "another way") if edge is original else edge
        for edge in workbench.converters.EDGES
    ]
    assert ("", "shouted") not in _table(*CORE)
    monkeypatch.setattr(workbench.converters, "EDGES", edges)
    changed = _table(*CORE)
    assert changed["", "shouted"].description == "invented: not in the message"
    assert rules_of(route(*CORE)) == "The conversion follows: another way."


@pytest.mark.parametrize(("source", "target"), list(permutations(FORMATS, 2)))
def test_every_value_of_the_example_is_in_the_table_of_any_two_formats(source: str, target: str) -> None:
    example = _example(source)
    observed = {mapping.source for mapping in observed_mappings(example, route(source, target))}
    values = {
        field_name(path) for message in example.messages for path, _ in leaves(message) if not is_discriminator(path)
    }
    assert values - observed == set()


def test_a_route_of_several_hops_has_the_reasons_of_each() -> None:
    row = _table("a2a", "icontent")["parts[].data.tool_calls[].call_id", "blocks[].id"]
    assert "spec 002, line 70" in row.why
    assert "spec 003, line 087" in row.why


def test_what_an_entire_conversion_follows_is_not_the_reason_for_a_single_field() -> None:
    hops = route("anthropic", "gemini")
    assert {row.why for row in _table("anthropic", "gemini").values() if row.target} == {""}
    assert all(edge.story in rules_of(hops) for edge in hops)


def test_every_reason_is_used_by_a_row() -> None:
    tables = [_table(*reason.edge.split(" → ")) for reason in {reason.edge: reason for reason in REASONS}.values()]
    reasons = " | ".join(row.why for table in tables for row in table.values())
    assert [reason for reason in REASONS if reason.why not in reasons] == []


def test_typed_text_replaces_the_example_if_it_is_json() -> None:
    assert edited_example('{"speaker": "human", "blocks": []}', "icontent").messages == [
        {"speaker": "human", "blocks": []}
    ]
    incomplete = edited_example('[{"speaker": ', "icontent")
    assert incomplete.messages == example_in("icontent")
    assert "not JSON yet" in incomplete.problem


def test_featured_mappings_have_existing_formats() -> None:
    assert all(route(*pair) for pair in featured().mappings)


def test_a_message_that_is_lost_is_named_and_so_is_the_format_that_loses_it() -> None:
    lost, *_ = mapping_table(conversation_of([{}], "otel-genai"), route("otel-genai", "gemini"))
    assert (lost.source, lost.target, lost.is_lost) == ("(the whole message)", "", True)
    assert lost.why == "OpenAI Chat Completions cannot represent it"


def test_a_dropped_message_has_the_reason_of_the_hop_that_drops_it() -> None:
    usage = {"speaker": "ai", "blocks": [], "metadata": {"usage": {"inputTokens": 1, "outputTokens": 2}}}
    for target in ("vercel-v4-core", "langchain"):
        hops = route("icontent", target)
        dropped = next(row for row in mapping_table(conversation_of([usage], "icontent"), hops) if not row.target)
        assert dropped.description == "lost: the entire message is dropped"
        assert dropped.why.startswith("a message without blocks has nothing to send")
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": []}
    lost = mapping_table(conversation_of([reasoning], "openai-responses"), route("openai-responses", "a2a"))[0]
    assert lost.why == "Chat Completions has no field for reasoning in a request"


def test_every_field_of_the_direct_route_to_openai_has_the_lines_of_its_spec() -> None:
    carried = [row for row in _table("icontent", "openai-chat").values() if row.target]
    assert [row for row in carried if not row.why.startswith("spec 00")] == []
