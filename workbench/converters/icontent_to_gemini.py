"""IContent → Gemini: the results of one turn's calls form a user turn without anything else.

Adjacent model turns are joined if one of them makes calls, because Gemini counts responses per turn of calls. Derived
ids are not sent. A response must be an object, so any other result is wrapped as `{"result": …}`. System contents
become the system instruction wherever they are, because Gemini has no other place for them. Thoughts are sent without
another provider's signature; another provider's own blocks are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import own_metadata
from workbench.converters.gemini_turns import OpenTurn, kind_of
from workbench.converters.icontent_blocks_to_gemini import blocks_to_parts
from workbench.converters.provider_metadata import is_inside
from workbench.json.text import Json, JsonObject

_ROLES = {"human": "user", "tool": "user", "ai": "model", "system": "system"}
_Raw = JsonObject


_Pieces = list[tuple[str, list[_Raw]]]


def icontent_to_gemini(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names = _call_names(contents)
    turn: OpenTurn | None = None
    for index, content in enumerate(contents):
        for role, blocks in _pieces(content):
            stored_turn, parts = _stored_turn(blocks), blocks_to_parts(blocks, names)
            if role == "system":
                yield from (Converted(part, (index,), "system") for part in parts)
                continue
            kind = kind_of(parts)
            if turn and not stored_turn and parts and (_is_same_turn(blocks) or turn.accepts(role, kind)):
                turn.add(parts, kind, index)
                continue
            if turn and (stored_turn or parts):
                yield turn.converted()
                turn = None
            if stored_turn:
                yield Converted(stored_turn[0], (index,))
            elif parts:
                turn = OpenTurn(role, parts, [index], kind)
    if turn:
        yield turn.converted()


def _stored_turn(blocks: list[_Raw]) -> list[Json]:
    """Return the turn that was stored whole because it had no list of parts, or nothing."""
    own = own_metadata(blocks[0])
    is_whole = len(blocks) == 1 and blocks[0].get("type") == "provider" and own.keys() == {"wholeTurn"}
    return [own["wholeTurn"]] if is_whole else []


def _is_same_turn(blocks: list[_Raw]) -> bool:
    return own_metadata(blocks[0]).get("sameTurn") is True


def _call_names(contents: Sequence[Json]) -> dict[str, Json]:
    """Map call ids to function names, for results without a name."""
    names: dict[str, Json] = {}
    for content in contents:
        blocks = content.get("blocks") if isinstance(content, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_call" and isinstance(block.get("id"), str):
                names[block["id"]] = block.get("name")
    return names


def _pieces(content: object) -> _Pieces:
    """Split a content into its responses and the rest. Responses come first, unless the rest makes their calls."""
    if not isinstance(content, dict):
        return []
    speaker, metadata, blocks = content.get("speaker"), content.get("metadata"), content.get("blocks")
    role = _ROLES.get(speaker) if isinstance(speaker, str) else None
    if isinstance(metadata, dict) and metadata.get("role") in ("system", "developer"):
        role = "system"  # llxprt has no system speaker; the role is here
    blocks = [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    if role is None or (not blocks and role != "user"):
        return []
    if not blocks:
        return [(role, [{"type": "text", "text": ""}])] if speaker == "human" else []
    answers, rest = _split_answers(blocks)
    if not answers or not rest:
        return [("user", answers)] if answers else [(role, rest)]
    calls = [block.get("id") for block in rest if block.get("type") == "tool_call"]
    rest_first = any(answer.get("callId") in calls for answer in answers)
    return [(role, rest), ("user", answers)] if rest_first else [("user", answers), (role, rest)]


def _split_answers(blocks: list[_Raw]) -> tuple[list[_Raw], list[_Raw]]:
    if all(block.get("type") != "tool_response" for block in blocks):
        return [], blocks
    answers: list[_Raw] = []
    rest: list[_Raw] = []
    response: _Raw | None = None
    for block in blocks:
        if block.get("type") == "tool_response":
            response = block
            answers.append(block)
        elif response and is_inside(block, response):
            answers.append(block)
        else:
            rest.append(block)
    return answers, rest


EDGE = Edge("icontent", "gemini", icontent_to_gemini, "the results of a turn together, wrapped unless they are objects")
