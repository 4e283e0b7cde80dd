"""Qwen Code sessions: linked lines as in Claude Code, with Gemini contents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Branches, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects, text_of
from workbench.sources.transcript import Transcript
from workbench.sources.trees import leaves_of, path_to

_TURNS = frozenset({"user", "assistant", "tool_result"})
_Placed = tuple[dict[str, Json], Path]


def recognise(material: Material) -> bool:
    return any(has(line, "uuid", "sessionId") and has(line.get("message"), "parts") for line in material.sample)


def read(material: Material) -> Iterator[Found]:
    records = [(record, place) for place, record in material.records]
    ids: dict[str, int] = {}
    for number, (record, _) in enumerate(records):
        ids.setdefault(as_text(record.get("uuid")) or f"line {number}", number)
    if not ids:
        return
    parents = {number: _parent(records, number, ids) for number in ids.values()}
    active = path_to(max(parents), parents)
    others = [path_to(leaf, parents) for leaf in leaves_of(parents) if leaf not in set(active)]
    branches = tuple(
        partial(_found, [records[n] for n in path], f"branch {number}") for number, path in enumerate(others, 2)
    )
    remark = f"{len(branches) + 1} branches, main one shown" if branches else ""
    found = _found([records[n] for n in active], remark=remark, branches=branches)
    if found.messages:
        yield found


def _parent(records: list[_Placed], number: int, ids: dict[str, int]) -> int | None:
    """Return the parent. If it is not in the file, the line before is used, as the program does."""
    parent = as_text(records[number][0].get("parentUuid"))
    if not parent or parent in ids:
        return ids.get(parent)
    return number - 1 if number else None


def _found(path: list[_Placed], label: str = "", remark: str = "", branches: Branches = ()) -> Found:
    transcript = Transcript()
    for record, place in path:
        history = member(record, "systemPayload", "compressedHistory")
        if isinstance(history, list):  # replaces everything before it
            transcript = Transcript()
            for at, content in objects(history, (*place, "systemPayload", "compressedHistory")):
                transcript.add(content, at)
        elif as_text(record.get("type")) in _TURNS and has(record.get("message"), "parts"):
            transcript.add(record["message"], (*place, "message"))
    models = [as_text(record.get("model")) for record, _ in path]
    facts = Facts(
        title=text_of(member(path[0][0], "message", "parts"))[:80] if path else "",
        model=next((model for model in reversed(models) if model), ""),
        when=as_text(path[-1][0].get("timestamp")) if path else "",
        who=as_text(path[0][0].get("cwd")) if path else "",
    )
    return Found(
        transcript.messages, transcript.places, "gemini", label=label, facts=facts, remark=remark, branches=branches
    )


SOURCE = Source(
    slug="qwen-code",
    title="Qwen Code session",
    recognise=recognise,
    read=read,
    program_repairs={"role-order-gemini": ""},
    homes=(".qwen/projects/**/chats/*.jsonl", ".qwen/tmp/**/chats/*.jsonl"),
    signs=frozenset({"uuid"}),
)
