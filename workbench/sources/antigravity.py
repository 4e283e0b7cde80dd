"""Antigravity: the log of an agent's steps (`transcript.jsonl`), and its database, whose steps are binary.

A tool step contains the tool's result, but no reliable id of the call. Both the call and the result are therefore built
from the step itself, as for ChatGPT exports.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import LINES, TABLES, VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, member

_LOG = "transcript.jsonl under brain/<id>/.system_generated/logs"


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return {"trajectory_meta", "steps"} <= set(material.object)
    return material.mostly(lambda step: has(step, "step_index", "source", "type")) or has(
        material.value, "cascadeId", "markdown"
    )


def read(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        raise NothingToJudgeError(f"its steps are stored in an undocumented binary form; open {_LOG}")
    if "cascadeId" in material.object:
        raise NothingToJudgeError(f"it is a chat rendered as Markdown, without its messages; open {_LOG}")
    turns = ChatTurns()
    when = ""
    ids: set[str] = set()
    for place, step in material.records:
        words, kind = in_text(step.get("content")), as_text(step.get("type"))
        when = as_text(step.get("created_at")) or when
        if kind == "USER_INPUT":
            turns.say("user", words, place)
        elif step.get("source") != "MODEL":
            continue  # notices of the program
        elif kind == "PLANNER_RESPONSE":
            if words:
                turns.answer(words, (), place)
        else:
            call_id = f"step_{step.get('step_index')}"
            if call_id in ids:  # a log that is continued may count from zero again
                call_id = f"{call_id}_{len(ids)}"
            ids.add(call_id)
            arguments = member(step, "tool_calls", 0, "arguments") or member(step, "tool_calls", 0, "args") or {}
            turns.answer(None, [Call(call_id, kind.lower(), arguments, place)], place)
            turns.result(call_id, words, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, facts=Facts(when=when))


SOURCE = Source(
    slug="antigravity",
    title="Antigravity transcript",
    recognise=recognise,
    read=read,
    takes=frozenset({LINES, VALUE, TABLES}),
    homes=(".gemini/antigravity/brain/*/.system_generated/logs/transcript.jsonl",),
    signs=frozenset({"step_index", "cascadeId"}),
)
