"""IContent → Gemini: results of one turn's calls are together in one user turn that holds nothing else.

Adjacent turns of the model are joined where one makes calls, because Gemini counts responses per turn of calls.
Ids are sent if they are real ones. A response must be an object, so any other result is wrapped as `{"result": …}`.
System contents are beside the messages, wherever they stood: Gemini has no other place. Thoughts are sent without
another provider's signature; another provider's own blocks are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import own_metadata
from workbench.converters.gemini_turns import OpenTurn, kind_of
from workbench.converters.icontent_blocks_to_gemini import blocks_to_parts
from workbench.converters.provider_metadata import is_inside
from workbench.json.text import Json

_ROLES = {"human": "user", "tool": "user", "ai": "model", "system": "system"}
_Raw = dict[str, Json]


_Pieces = list[tuple[str, list[_Raw]]]


def icontent_to_gemini(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names = _call_names(contents)
    turn: OpenTurn | None = None
    for index, content in enumerate(contents):
        for role, blocks in _pieces(content):
            whole, parts = _whole_turn(blocks), blocks_to_parts(blocks, names)
            if role == "system":
                yield from (Converted(part, (index,), "system") for part in parts)
                continue
            kind = kind_of(parts)
            if turn and not whole and parts and (_is_same_turn(blocks) or turn.takes(role, kind)):
                turn.add(parts, kind, index)
                continue
            if turn and (whole or parts):
                yield turn.converted()
                turn = None
            if whole:
                yield Converted(whole[0], (index,))
            elif parts:
                turn = OpenTurn(role, parts, [index], kind)
    if turn:
        yield turn.converted()


def _whole_turn(blocks: list[_Raw]) -> list[Json]:
    """The turn that was no list of parts and was kept as it was, if this is one."""
    own = own_metadata(blocks[0])
    is_whole = len(blocks) == 1 and blocks[0].get("type") == "provider" and own.keys() == {"wholeTurn"}
    return [own["wholeTurn"]] if is_whole else []


def _is_same_turn(blocks: list[_Raw]) -> bool:
    return own_metadata(blocks[0]).get("sameTurn") is True


def _call_names(contents: Sequence[Json]) -> dict[str, Json]:
    """Call id → function name, for results that do not say which function they are of."""
    names: dict[str, Json] = {}
    for content in contents:
        blocks = content.get("blocks") if isinstance(content, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_call" and isinstance(block.get("id"), str):
                names[block["id"]] = block.get("name")
    return names


def _pieces(content: object) -> _Pieces:
    """Responses apart from the rest: before it, unless the rest makes the very calls that they answer."""
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
    answers, rest = _apart(blocks)
    if not answers or not rest:
        return [("user", answers)] if answers else [(role, rest)]
    calls = [block.get("id") for block in rest if block.get("type") == "tool_call"]
    rest_first = any(answer.get("callId") in calls for answer in answers)
    return [(role, rest), ("user", answers)] if rest_first else [("user", answers), (role, rest)]


def _apart(blocks: list[_Raw]) -> tuple[list[_Raw], list[_Raw]]:
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


EDGE = Edge("icontent", "gemini", icontent_to_gemini, "results of a turn together; wrapped where no object")
