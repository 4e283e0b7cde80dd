"""The system prompt and the tools of a call of the AI SDK."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.formats import FORMATS
from workbench.formats.contract import LIKELY, NO_EVIDENCE, Tool
from workbench.formats.vercel_request import read_tools, system_setting, system_texts, write_system

SCHEMA = {"type": "object", "properties": {}}
TOOL = Tool("look", "Looks.", SCHEMA)


@pytest.mark.parametrize(
    "tool",
    [
        {"description": "Looks.", "parameters": SCHEMA},
        {"description": "Looks.", "inputSchema": SCHEMA},
        {"description": "Looks.", "inputSchema": {"jsonSchema": SCHEMA}},
    ],
)
def test_tools_of_every_generation_are_read(tool: Any) -> None:
    assert read_tools({"tools": {"look": tool}}) == [TOOL]


def test_each_generation_writes_tools_under_its_own_key() -> None:
    for name, key in (("v4-core", "parameters"), ("v4-ui", "parameters"), ("v5-model", "inputSchema")):
        written = FORMATS[f"vercel-{name}"].write_tools([TOOL])
        assert written == {"tools": {"look": {"description": "Looks.", key: SCHEMA}}}
        assert FORMATS[f"vercel-{name}"].read_tools(written) == [TOOL]
    assert FORMATS["vercel-v4-core"].write_tools([]) == {}


@pytest.mark.parametrize("tools", [None, [], [{"function": {}}], {"f": 1}, "f"])
def test_a_value_that_is_not_an_object_has_no_tools(tools: Any) -> None:
    assert read_tools({"tools": tools}) == []


def test_the_key_of_the_schema_is_evidence_for_a_generation() -> None:
    old: dict[str, Any] = {"tools": {"f": {"parameters": {}}}}
    new: dict[str, Any] = {"tools": {"f": {"inputSchema": {}}}}
    core, model = FORMATS["vercel-v4-core"].body_evidence, FORMATS["vercel-v5-model"].body_evidence
    assert (core(old), core(new), model(old), model(new)) == (LIKELY, NO_EVIDENCE, NO_EVIDENCE, LIKELY)


@pytest.mark.parametrize(
    ("settings", "texts"),
    [
        ({"system": "a"}, ["a"]),
        ({"instructions": "a"}, ["a"]),
        ({"system": {"role": "system", "content": "a"}}, ["a"]),
        ({"system": [{"role": "system", "content": "a"}, {"role": "system", "content": "b"}]}, ["a", "b"]),
        ({"system": None}, []),
        ({}, []),
    ],
)
def test_the_prompt_is_read_in_every_form(settings: dict[str, Any], texts: list[str]) -> None:
    assert list(system_texts(settings)) == texts


def test_a_prompt_survives_the_conversion_between_two_generations() -> None:
    prompt = {"role": "system", "content": "a", "providerOptions": {}}
    assert write_system([system_setting({"system": prompt})]) == {"system": prompt}
    assert write_system(["a", "b"]) == {"system": "a\n\nb"}
    assert write_system([]) == {}
