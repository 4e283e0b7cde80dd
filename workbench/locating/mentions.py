"""What an error text mentions: the place as the provider counts it, and ids."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from workbench.json.pointer import Path

_LIST = r"(?:messages?|input|contents|tools)"
_STEP = r"(?:\.?\[\d+\]|[./]\d+(?![\w-])|[./][A-Za-z_]\w*)"
_PLACE = re.compile(rf"(?<![\w-])({_LIST})((?:\.?\[\d+\]|[./]\d+(?![\w-]))(?:{_STEP})*)")
_STEPS = re.compile(r"\d+|[A-Za-z_]\w*")
_ORDINAL = re.compile(r"\bin the (\d+)\. content block")
_AT_INDEX = re.compile(r"\bat index (\d+)")

_ID = r"[A-Za-z0-9_.:|+/=-]*[A-Za-z0-9_|+/=-]"
_ONE = rf"(?:'{_ID}'|'?{_ID})"
"""A quote that only closes is the end of the sentence: what follows it is the next key of a JSON body."""
_IDS = rf"({_ONE}(?:, {_ONE})*)"
_LED_BY = re.compile(
    r"(?:did not have response messages:|immediately after:|blocks:|with id:|following Ids:|call_id|tool_call_id' of|"
    r"output found for (?:function|tool) call|missing for tool calls?|Tool call id was|tool call id|Item(?: with id)?|"
    rf"'tool_use_id':?|id:) {_IDS}"
)
_TYPICAL = re.compile(
    r"(?<![\w-])((?:call|toolu|srvtoolu|tooluse|hist_tool|rs|fc|msg|ctc|chatcmpl-tool|functions)_?[_.:-][\w.:|-]*[A-Za-z0-9|-])"
)
_NO_ID = frozenset({"found", "not", "is", "was", "of", "in", "to", "must", "has", "the", "and", "string", "required"})


@dataclass(frozen=True, slots=True)
class Mentions:
    list_word: str | None = None
    """messages, input, contents or tools."""
    index: int | None = None
    path: Path = ()
    """Inside that message, as the provider writes it: it may name a variant (`tool_use`) that is no key."""
    ids: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """`messages[3].content[1]`, whatever spelling the provider used."""
        if self.index is None:
            return ""
        steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"{self.list_word}[{self.index}]{steps}"


def mentions_in(text: str) -> Mentions:
    """`text` is clean."""
    places = [_place(match) for match in _PLACE.finditer(text)]
    best = max(places, key=lambda place: len(place.path), default=None)
    if best is None:
        best = _counted_place(text)
    return replace(best, ids=_ids(text))


def _place(match: re.Match[str]) -> Mentions:
    word = "messages" if match[1] == "message" else match[1]
    steps: list[str | int] = [
        int(step) if step.isdecimal() and len(step) < 9 else step for step in _STEPS.findall(match[2])
    ]
    if not isinstance(steps[0], int):
        return Mentions(word)
    if "member" in steps:
        # AWS validates lists as `messages.1.member.content.2.member`, counted from 1.
        steps = [step - 1 if isinstance(step, int) else step for step in steps if step != "member"]
    index = steps[0]
    assert isinstance(index, int)
    return Mentions(word, index, tuple(steps[1:]))


def _counted_place(text: str) -> Mentions:
    if match := _ORDINAL.search(text):
        return Mentions("contents", max(0, int(match[1][:9]) - 1))
    if match := _AT_INDEX.search(text):
        return Mentions("messages", int(match[1][:9]))
    return Mentions()


def _ids(text: str) -> tuple[str, ...]:
    """Those that the error's own words introduce, else whatever looks like an id."""
    found: dict[str, None] = {}
    for match in _LED_BY.finditer(text):
        for item in match[1].split(","):
            word = item.strip(" '")
            if word and word.lower() not in _NO_ID and not _PLACE.match(word):
                found[word] = None
    return tuple(found or dict.fromkeys(_TYPICAL.findall(text)))
