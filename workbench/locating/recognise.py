"""Which known text an error is, by the words they share, weighed by how rare each word is among all known texts.

A place names no rule: providers complain of one place in many ways, so places, ids and numbers are taken out before
the words are compared. Where several texts say the same of different fields, the field that the error names decides.
Texts that say the same for several rules or targets are all kept, because only the file can tell which it is.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from workbench.locating.envelopes import Refusal, Unwrapped
from workbench.locating.envelopes.affixes import without_affixes
from workbench.locating.paths import HEAD, place_of_field, places_in
from workbench.locating.plain import plain
from workbench.locating.texts import ErrorText, known_texts

ENOUGH = 0.7
"""How alike an error and a text must be. Between what errors of other kinds reach and what quotations keep."""
_EVIDENCE = 9.0
"""How much the shared words must weigh: three ordinary words are no evidence, however short the sentence is."""
_LEAST_SHARE = 0.35
"""How much of the longer of both must be shared, unless that is much: any short sentence is a part of some long one."""
_TELLING = 25.0
"""Below this weight the words say little (`Field required`), and what they are about is the field."""
_LONGEST_SENTENCE = 10_000
_MOST_READINGS = 12
"""A pasted page with thousands of colons is no sentence, and to read it from each of them would take minutes."""
_INTRODUCED = 0.4
"""How much of a sentence must be left behind an introduction."""
_PREDICTED = 0.85
_CLOSE = 0.96
"""Texts that are nearly as alike as the best are kept beside it."""
_ROUNDING = 1e-9
"""Sums of the same weights in another order differ by less."""
_SAME_FIELD, _OTHER_FIELD = 1.08, 0.55
_GAP = re.compile(r"\{\w+\}")
_WORD = re.compile(r"[^\W\d][\w-]*|\{|(?<!\w)'|'(?!\w)")
_PATH_LIKE = re.compile(r"'?[A-Za-z_]\w*(?:\.?\[[\w']*\]|\.\d+|\.[a-z_]\w*(?=\.|\[))[\w.\[\]']*")


class Recognised(NamedTuple):
    candidates: tuple[ErrorText, ...] = ()
    """The texts that fit best, the likeliest first; none if the error is not known."""
    likeness: float = 0.0

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(candidate.rule for candidate in self.candidates))

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(candidate.target for candidate in self.candidates))


class _Features(NamedTuple):
    weights: dict[str, float]
    total: float
    quoted: frozenset[str] = frozenset()
    """Those that are in quotes: they may fill a gap, so they count only for a text that has them too."""


def recognise(unwrapped: Unwrapped, preferred: tuple[str, ...] = ()) -> Recognised:
    """`preferred` targets, in this order, are named first among those that speak alike."""
    errors = _readings(unwrapped)
    texts = _sharing_enough([error for error, _ in errors])
    rated = [(max(_likeness(error, field, known) for error, field in errors), known) for known in texts]
    best = max((likeness for likeness, _ in rated), default=0.0)
    if best < ENOUGH:
        return Recognised()
    kept = sorted(
        ((likeness, known) for likeness, known in rated if likeness >= best * _CLOSE), key=lambda row: -row[0]
    )
    order = {target: number for number, target in enumerate(preferred)}
    kept.sort(key=lambda row: (round(row[0], 2) < round(best, 2), order.get(row[1].target, len(order))))
    return Recognised(tuple(known for _, known in kept), best)


def predicted_in(unwrapped: Unwrapped, texts: Iterable[ErrorText]) -> Recognised:
    """Which of the refusals that were predicted for this very file the error is; all but the same words."""
    errors = _readings(unwrapped)
    rated = [(max(_likeness(error, field, text) for error, field in errors), text) for text in texts]
    best = max((likeness for likeness, _ in rated), default=0.0)
    kept = tuple(text for likeness, text in rated if likeness >= max(best * _CLOSE, _PREDICTED))
    return Recognised(kept, best) if kept else Recognised()


def _readings(unwrapped: Unwrapped) -> list[tuple[_Features, str]]:
    """The words of each sentence, with and without what introduces it, and the field that it is about."""
    readings = [
        (_features(words), _first_field(refusal))
        for refusal in unwrapped.refusals[:3]
        for words in _from_each_colon(refusal.words)
    ]
    return [*readings, (_features(unwrapped.whole[:2000]), readings[0][1])]


def _from_each_colon(sentence: str) -> list[str]:
    """The sentence, and what is left of it when its first words only introduce it: `request failed: …`."""
    sentence = sentence[:_LONGEST_SENTENCE]
    readings = [sentence]
    while len(rest := readings[-1].partition(": ")[2]) > _INTRODUCED * len(sentence):
        if len(readings) == _MOST_READINGS:
            break
        readings.append(rest)
    return readings


def _first_field(refusal: Refusal) -> str:
    fields = map(_field, (*_from_each_colon(refusal.words), refusal.place))
    return next(filter(None, fields), "")


def _sharing_enough(errors: list[_Features]) -> list[ErrorText]:
    """The known texts that some reading shares enough words with; all others are like none, without a closer look."""
    enough: set[int] = set()
    needed, holders = _index()
    for error in errors:
        shared: dict[int, float] = defaultdict(float)
        for word, weight in error.weights.items():
            for number in holders.get(word, ()):
                shared[number] += weight
        enough.update(number for number, weight in shared.items() if weight >= needed[number])
    texts = known_texts()
    return [texts[number] for number in sorted(enough)]


@cache
def _index() -> tuple[list[float], dict[str, list[int]]]:
    """Of each known text, how much an error must share with it; and the numbers of the texts that hold each word."""
    needed: list[float] = []
    holders: dict[str, list[int]] = defaultdict(list)
    for number, known in enumerate(known_texts()):
        template = _known(known)[0]
        needed.append(_needed(template) * (1 - _ROUNDING))
        for word in template.weights:
            holders[word].append(number)
    return needed, dict(holders)


def _needed(template: _Features) -> float:
    return min(_EVIDENCE, 0.8 * template.total)


def _likeness(error: _Features, field: str, known: ErrorText) -> float:
    template, wanted, is_said = _known(known)
    shared = sum(min(weight, error.weights[word]) for word, weight in template.weights.items() if word in error.weights)
    if shared < _needed(template) or not template.total or not error.total:
        return 0.0
    foreign = sum(error.weights[word] for word in error.quoted if word not in template.weights)
    covered = sorted((shared / template.total, shared / max(shared, error.total - foreign)))
    if covered[0] < _LEAST_SHARE and shared < 2 * _EVIDENCE:
        return 0.0
    likeness = 0.75 * covered[1] + 0.25 * covered[0]
    if wanted and (field or (is_said and template.total < _TELLING)):
        likeness *= _SAME_FIELD if field and _same(wanted, field) else _OTHER_FIELD
    return likeness


def _same(wanted: str, field: str) -> bool:
    """Whether the error ends in a name of the text: a provider may leave out the first ones, or stop at the holder."""
    mine, theirs = wanted.lower().split("."), field.lower().split(".")
    return theirs[-1] in mine


@lru_cache(maxsize=4096)
def _known(known: ErrorText) -> tuple[_Features, str, bool]:
    """The words, the field that is complained of, and whether the words name it themselves."""
    filled = re.sub(r"\{(message|part|nth|nth_part|closes|call|first|tool|index)\}", "0", without_affixes(known.text))
    place = re.sub(r"\{\w+\}", "0", known.param)
    words = _weighed(_words(_GAP.sub(" { ", filled)))
    return words, _field(filled) or _field(place), bool(_field(filled))


def _features(sentence: str) -> _Features:
    return _weighed(_words(sentence))


def _weighed(words: list[str]) -> _Features:
    """Words, and pairs of neighbours, which tell more than the words alone. A gap has no neighbours."""
    weights: dict[str, float] = {}
    quoted, inside = set(), False
    for one, other in pairwise([*(word for word in words if word != "'"), "{"]):
        if one != "{":
            weights[one] = _weight(one)
            if other != "{":
                weights[f"{one} {other}"] = (_weight(one) + _weight(other)) / 2
    for word in words:
        inside = not inside if word == "'" else inside
        if inside and word in weights:
            quoted.add(word)
    return _Features(weights, sum(weights.values()), frozenset(quoted))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_PATH_LIKE.sub(" ", HEAD.sub("", plain(text))))]


def _weight(word: str) -> float:
    counts, number = _frequencies()
    return math.log(1 + number / (1 + counts.get(word, 0)))


@cache
def _frequencies() -> tuple[Counter[str], int]:
    """In how many different texts each word occurs."""
    texts = {plain(known.text) for known in known_texts()}
    counts = Counter(word for text in texts for word in set(_words(_GAP.sub(" { ", text))) - {"{", "'"})
    return counts, len(texts)


def _field(text: str) -> str:
    """The named steps of the most exact place in a text. Names with dots alone may be anything."""
    places = [place for place in places_in(plain(text)) if place.exactness[0]]
    found = max(places, key=lambda place: place.exactness) if places else place_of_field(plain(text))
    return found.field if found else ""
