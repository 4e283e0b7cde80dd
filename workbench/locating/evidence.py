"""What an error text names: places as the provider counts them, ids, and words in quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.json.pointer import Path
from workbench.locating.envelopes import Refusal, Unwrapped
from workbench.locating.paths import MESSAGE_LISTS, Place, counted_places, place_of_field, places_in
from workbench.locating.plain import plain

_ID = r"[A-Za-z0-9_.:|+/=-]*[A-Za-z0-9_|+/=-]"
_ONE = rf"(?:'{_ID}'|'?{_ID})"
"""A quote that only closes is the end of the sentence: what follows it is the next key of a JSON body."""
_IDS = rf"({_ONE}(?:, {_ONE})*)"
_LED_BY = re.compile(
    r"(?:did not have response messages:|immediately after:|blocks:|with id:?|following Ids:|call_id|tool_call_id' of|"
    r"output found for (?:function|tool) call|missing for tool calls?|Tool call id was|tool call id|Item(?: with id)?|"
    rf"for item|'tool_use_id':?|'id':|\bid:) {_IDS}"
)
_TYPICAL = re.compile(
    r"(?<![\w-])((?:call|toolu|srvtoolu|tooluse|hist_tool|rs|fc|msg|ctc|resp|chatcmpl-tool|functions)_?[_.:-]"
    r"[\w.:|-]*[A-Za-z0-9|-])"
)
_NO_ID = frozenset({"found", "not", "is", "was", "of", "in", "to", "must", "has", "the", "and", "string", "required"})
_NO_ID_EITHER = frozenset({"tool_use_id", "tool_call_id", "call_id", "tool_calls", "tool_result", "tool_use"})
_QUOTED = re.compile(r"(?<![\w'])'([^'\n]{1,200})'(?!\w)|\[([A-Za-z_$][\w$.-]*)\]")
_ADDRESS = re.compile(r"\bhttps?://[^\s'\"<>]*[^\s'\"<>.,;:)]")
_OF_DOCUMENTATION = re.compile(
    r"//(?:docs|platform|console|developers?|learn|help|aka|go|errors)\.|/(?:docs?|errors?)(?:/|$)"
)
"""Addresses that an error refers its reader to; a conversation is not expected to contain them."""
_TWICE = re.compile(r"\bduplicate|\bunique\b|\bmultiple\b|\bmore than once\b|\balready\b|\btwice\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Evidence:
    places: tuple[Place, ...] = ()
    """The best first: what the answer's own `param` says, then the most exact of the sentence."""
    ids: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    """Field names, values and names of tools, as they are in quotes or brackets, in order."""
    words: str = ""
    """The sentences, plain."""
    repeated: bool = False
    """Whether it complains that something is there twice: then the second is meant."""

    @property
    def place(self) -> Place | None:
        return self.places[0] if self.places else None

    @property
    def index(self) -> int | None:
        return self.place.index if self.place else None

    @property
    def path(self) -> Path:
        return self.place.path if self.place else ()

    @property
    def place_in_words(self) -> str:
        return str(self.place) if self.place else ""


def evidence_of(unwrapped: Unwrapped) -> Evidence:
    """From the sentences first; ids and places also from what stood around them, if the sentences name none."""
    named = evidence_in(unwrapped.refusals)
    around = plain(unwrapped.whole)
    places = named.places or tuple(places_in(around)) or tuple(counted_places(around))
    ids = named.ids or _ids(around)
    return Evidence(places, ids, named.quoted, named.words, named.repeated)


def evidence_in(refusals: tuple[Refusal, ...]) -> Evidence:
    words = " ".join(plain(refusal.words) for refusal in refusals)
    places: dict[Place, None] = {}
    for refusal in refusals:
        wording, beside = plain(refusal.words), plain(refusal.place)
        found = [*places_in(wording), *places_in(beside)]
        found += filter(None, (place_of_field(beside), place_of_field(wording)))
        for place in sorted(found, key=lambda place: place.exactness, reverse=True):
            places[place] = None
    if not places:
        places = dict.fromkeys(counted_places(words))
    return Evidence(tuple(places), _ids(words), _quoted(words), words, bool(_TWICE.search(words)))


def _ids(text: str) -> tuple[str, ...]:
    """Those that the error's own words introduce, else whatever looks like an id."""
    found: dict[str, None] = {}
    for match in _LED_BY.finditer(text):
        for item in match[1].split(","):
            word = item.strip(" '")
            if word and word.lower() not in _NO_ID | _NO_ID_EITHER and not places_in(word):
                found[word] = None
    typical = (one for one in _TYPICAL.findall(text) if one not in _NO_ID_EITHER)
    return tuple(found or dict.fromkeys(typical))


def _quoted(text: str) -> tuple[str, ...]:
    """Addresses too, which are without quotes. Not the words for the whole list of messages."""
    found = [match[1] or match[2] for match in _QUOTED.finditer(text)]
    found += [address for address in _ADDRESS.findall(text) if not _OF_DOCUMENTATION.search(address)]
    return tuple(dict.fromkeys(word.strip() for word in found if word.strip() and word not in MESSAGE_LISTS))
