"""Extract what an error text names: places as the provider counts them, ids, and quoted words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.json.pointer import Path
from workbench.locating.envelopes import Refusal, Unwrapped
from workbench.locating.paths import MESSAGE_LISTS, Place, counted_places, place_of_field, places_in
from workbench.locating.plain import plain

_ID = r"[A-Za-z0-9_.:|+/=-]*[A-Za-z0-9_|+/=-]"
_ONE = rf"(?:'{_ID}'|'?{_ID})"
"""An unpaired closing quote ends the sentence: the text after it is the next key of a JSON body."""
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
_ID_KEYS = frozenset({"tool_use_id", "tool_call_id", "call_id", "tool_calls", "tool_result", "tool_use"})
_NOT_IDS = _ID_KEYS | {
    "found", "not", "is", "was", "of", "in", "to", "must", "has", "the", "and", "string", "required",
}  # fmt: skip
_QUOTED = re.compile(r"(?<![\w'])'([^'\n]{1,200})'(?!\w)|\[([A-Za-z_$][\w$.-]*)\]")
_ADDRESS = re.compile(r"\bhttps?://[^\s'\"<>]*[^\s'\"<>.,;:)]")
_DOCUMENTATION = re.compile(
    r"//(?:docs|platform|console|developers?|learn|help|aka|go|errors)\.|/(?:docs?|errors?)(?:/|$)"
)
"""The addresses of documentation that errors refer to. The conversation is not expected to contain them."""
_TWICE = re.compile(r"\bduplicate|\bunique\b|\bmultiple\b|\bmore than once\b|\balready\b|\btwice\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Evidence:
    places: tuple[Place, ...] = ()
    """The most reliable first: the one in the answer's `param`, then the most exact ones of the sentence."""
    ids: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    """Field names, values and tool names in quotes or brackets, in order."""
    words: str = ""
    """The sentences in plain spelling."""
    repeated: bool = False
    """Whether the error complains that something appears twice. Then it refers to the second one."""

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
    def readable_place(self) -> str:
        return str(self.place) if self.place else ""


def evidence_of(unwrapped: Unwrapped) -> Evidence:
    """Extract the evidence from the sentences; if they have no ids or places, those come from the text around them."""
    named = evidence_in(unwrapped.refusals)
    around = plain(unwrapped.full_text)
    places = named.places or tuple(places_in(around)) or tuple(counted_places(around))
    ids = named.ids or _ids(around)
    return Evidence(places, ids, named.quoted, named.words, named.repeated)


def evidence_in(refusals: tuple[Refusal, ...]) -> Evidence:
    words = " ".join(plain(refusal.words) for refusal in refusals)
    places: dict[Place, None] = {}
    for refusal in refusals:
        text, param = plain(refusal.words), plain(refusal.place)
        candidates = [*places_in(text), *places_in(param)]
        candidates += filter(None, (place_of_field(param), place_of_field(text)))
        for place in sorted(candidates, key=lambda place: place.exactness, reverse=True):
            places[place] = None
    if not places:
        places = dict.fromkeys(counted_places(words))
    return Evidence(tuple(places), _ids(words), _quoted(words), words, bool(_TWICE.search(words)))


def _ids(text: str) -> tuple[str, ...]:
    """Return the ids that the sentence introduces (`with id …`), or words that look like ids if there are none."""
    introduced: dict[str, None] = {}
    for match in _LED_BY.finditer(text):
        for item in match[1].split(","):
            word = item.strip(" '")
            if word and word.lower() not in _NOT_IDS and not places_in(word):
                introduced[word] = None
    typical = (word for word in _TYPICAL.findall(text) if word not in _ID_KEYS)
    return tuple(introduced or dict.fromkeys(typical))


def _quoted(text: str) -> tuple[str, ...]:
    """Return the quoted words, and addresses even without quotes, but not the names of the list of messages."""
    found = [match[1] or match[2] for match in _QUOTED.finditer(text)]
    found += [address for address in _ADDRESS.findall(text) if not _DOCUMENTATION.search(address)]
    return tuple(dict.fromkeys(word.strip() for word in found if word.strip() and word not in MESSAGE_LISTS))
