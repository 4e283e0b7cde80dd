"""What is beside the messages in a call of the AI SDK."""

from __future__ import annotations

import pytest

from workbench.formats import FORMATS
from workbench.formats.contract import LIKELY, NO_EVIDENCE, Tool
from workbench.formats.vercel_request import read_tools, system_setting, system_texts, write_system
from workbench.json.text import Json

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
def test_tools_of_every_generation_are_read(tool: Json) -> None:
    assert read_tools({"tools": {"look": tool}}) == [TOOL]


def test_tools_are_written_under_each_generation_s_own_name() -> None:
    for name, key in (("v4-core", "parameters"), ("v4-ui", "parameters"), ("v5-model", "inputSchema")):
        written = FORMATS[f"vercel-{name}"].write_tools([TOOL])
        assert written == {"tools": {"look": {"description": "Looks.", key: SCHEMA}}}
        assert FORMATS[f"vercel-{name}"].read_tools(written) == [TOOL]
    assert FORMATS["vercel-v4-core"].write_tools([]) == {}


@pytest.mark.parametrize("tools", [None, [], [{"function": {}}], {"f": 1}, "f"])
def test_what_is_no_object_of_tools_holds_none(tools: Json) -> None:
    assert read_tools({"tools": tools}) == []


def test_the_schema_s_name_speaks_for_a_generation() -> None:
    old: dict[str, Json] = {"tools": {"f": {"parameters": {}}}}
    new: dict[str, Json] = {"tools": {"f": {"inputSchema": {}}}}
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
def test_the_prompt_is_found_in_each_of_its_forms(settings: dict[str, Json], texts: list[str]) -> None:
    assert list(system_texts(settings)) == texts


def test_a_prompt_survives_the_way_between_two_generations() -> None:
    prompt = {"role": "system", "content": "a", "providerOptions": {}}
    assert write_system([system_setting({"system": prompt})]) == {"system": prompt}
    assert write_system(["a", "b"]) == {"system": "a\n\nb"}
    assert write_system([]) == {}
