"""Merge two versions of a message in the chat view: changed texts, and calls and results with their new ids."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from workbench.view.comparison.lines import ADDED, STRUCK, Change, paired
from workbench.view.drawn_rows import ChatBlock

Foreign = Callable[[ChatBlock], ChatBlock]
"""Adds the place in the other version to a block of that version."""


def merged_blocks(
    before: Sequence[ChatBlock], after: Sequence[ChatBlock], foreign: tuple[Foreign, Foreign]
) -> list[ChatBlock]:
    merged: list[ChatBlock] = []
    for old, new in paired(before, after, _key, _kind):
        if old is not None and new is not None:
            merged += _both(old, new, foreign)
        elif old is not None:
            merged.append(marked(old, STRUCK, foreign[0]))
        elif new is not None:
            merged.append(marked(new, ADDED, foreign[1]))
    return merged


def marked(block: ChatBlock, change: Change, foreign: Foreign) -> ChatBlock:
    """Mark a block that only one version has, together with the results in its card."""
    own: ChatBlock = {**foreign(block), "change": change}
    if "results" in block:
        own["results"] = [marked(result, change, foreign) for result in block["results"]]
    return own


def _both(old: ChatBlock, new: ChatBlock, foreign: tuple[Foreign, Foreign]) -> list[ChatBlock]:
    """Merge two blocks. A tool keeps one card with both ids and texts; a changed text is struck, the new one added."""
    if "tool_id" not in old and "tool_id" not in new:
        if _key(old) == _key(new):
            return [old]
        return [marked(old, STRUCK, foreign[0]), marked(new, ADDED, foreign[1])]
    block: ChatBlock = {**old}
    became = _became(foreign[0](old), foreign[1](new))
    if became:
        block["became"] = became
    if "results" in old or "results" in new:
        block["results"] = merged_blocks(old.get("results", ()), new.get("results", ()), foreign)
    return [block]


def _became(old: ChatBlock, new: ChatBlock) -> list[ChatBlock]:
    """Return both versions if the id, the name or the text differ; empty if they are equal."""
    same = all(old.get(name) == new.get(name) for name in ("tool_id", "name", "text", "failed"))
    return [] if same else [{**old, "change": STRUCK}, {**new, "change": ADDED}]


def _key(block: ChatBlock) -> Hashable:
    inner = tuple(_key(result) for result in block.get("results", ()))
    return block["kind"], block["text"], block.get("name"), block.get("tool_id"), block.get("url"), inner


def _kind(block: ChatBlock) -> Hashable:
    return block["kind"], block.get("name") if "tool_id" in block else None
