"""Recognise a known error text by the words it shares with an error, weighted by how rare each word is.

Places, ids and numbers are removed before the comparison, because one place can be refused for many reasons. If several
texts differ only in the field, the field that the error names decides. If one text belongs to several rules or targets,
all of them are returned, because only the file shows which one applies.
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

_MIN_SIMILARITY = 0.7
"""The least similarity of an error and a known text: above that of unrelated errors, below that of shortened quotes."""
_MIN_SHARED_WEIGHT = 9.0
"""The least weight of the shared words: three ordinary words prove nothing, even in a short sentence."""
_MIN_SHARE = 0.35
"""The least share of the longer sentence, unless the shared words weigh twice the minimum: a short sentence is part of
many long ones."""
_DISTINCTIVE_WEIGHT = 25.0
"""Below this weight a text is unspecific (`Field required`), and the field must match too."""
_MAX_SENTENCE = 10_000
_MAX_READINGS = 12
"""The limit for text that is not a sentence: reading a page from each of its thousands of colons would take minutes."""
_MIN_REST = 0.4
"""The least part of a sentence that must remain after its introduction is removed."""
_MIN_PREDICTED_SIMILARITY = 0.85
_CLOSE = 0.96
"""Texts with at least this share of the best similarity are returned too."""
_ROUNDING = 1e-9
"""More than the difference between sums of the same weights in a different order."""
_SAME_FIELD, _OTHER_FIELD = 1.08, 0.55
_WHOLE_LISTS = {"messages", "contents", "input"}
"""Fields that name no message: older servers name only the list where newer ones name the place in it."""
_OF_ANY_FIELD = re.compile(r"Input should be a valid \w+\Z")
"""A sentence that validators use for every field, so it is unspecific too."""
_GAP = re.compile(r"\{\w+\}")
_WORD = re.compile(r"[^\W\d][\w-]*|\{|(?<!\w)'|'(?!\w)")
_PATH_LIKE = re.compile(r"'?[A-Za-z_]\w*(?:\.?\[[\w']*\]|\.\d+|\.[a-z_]\w*(?=\.|\[))[\w.\[\]']*")


class Recognised(NamedTuple):
    candidates: tuple[ErrorText, ...] = ()
    """The known texts that match best, most likely first; empty if the error is not known."""
    similarity: float = 0.0

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
    """The words in quotes. They may be values, so they count only for a text that has them too."""


def recognise(unwrapped: Unwrapped, preferred: tuple[str, ...] = ()) -> Recognised:
    """Return the known texts that match best. Among equal matches, `preferred` targets come first, in this order."""
    errors = _readings(unwrapped)
    texts = _sharing_enough([error for error, _ in errors])
    rated = [(max(_similarity(error, field, known) for error, field in errors), known) for known in texts]
    best = max((similarity for similarity, _ in rated), default=0.0)
    if best < _MIN_SIMILARITY:
        return Recognised()
    matches = [(similarity, known) for similarity, known in rated if similarity >= best * _CLOSE]
    matches.sort(key=lambda row: -row[0])
    order = {target: number for number, target in enumerate(preferred)}
    matches.sort(key=lambda row: (round(row[0], 2) < round(best, 2), order.get(row[1].target, len(order))))
    return Recognised(tuple(known for _, known in matches), best)


def predicted_in(unwrapped: Unwrapped, texts: Iterable[ErrorText]) -> Recognised:
    """Return the predicted refusals of this file that match the error almost word for word."""
    errors = _readings(unwrapped)
    rated = [(max(_similarity(error, field, text) for error, field in errors), text) for text in texts]
    best = max((similarity for similarity, _ in rated), default=0.0)
    matches = tuple(text for similarity, text in rated if similarity >= max(best * _CLOSE, _MIN_PREDICTED_SIMILARITY))
    return Recognised(matches, best) if matches else Recognised()


def _readings(unwrapped: Unwrapped) -> list[tuple[_Features, str]]:
    """Return the words of each sentence, with and without its introduction, and the field that it is about."""
    readings = [
        (_features(words), _first_field(refusal))
        for refusal in unwrapped.refusals[:3]
        for words in _from_each_colon(refusal.words)
    ]
    return [*readings, (_features(unwrapped.full_text[:2000]), readings[0][1])]


def _from_each_colon(sentence: str) -> list[str]:
    """Return the sentence, and what remains of it after introductions such as `request failed: …`."""
    sentence = sentence[:_MAX_SENTENCE]
    readings = [sentence]
    while len(rest := readings[-1].partition(": ")[2]) > _MIN_REST * len(sentence):
        if len(readings) == _MAX_READINGS:
            break
        readings.append(rest)
    return readings


def _first_field(refusal: Refusal) -> str:
    fields = map(_field, (*_from_each_colon(refusal.words), refusal.place))
    return next(filter(None, fields), "")


def _sharing_enough(errors: list[_Features]) -> list[ErrorText]:
    """Return the known texts that share enough words with a reading; the others need no comparison."""
    enough: set[int] = set()
    needed, numbers_by_word = _index()
    for error in errors:
        shared: dict[int, float] = defaultdict(float)
        for word, weight in error.weights.items():
            for number in numbers_by_word.get(word, ()):
                shared[number] += weight
        enough.update(number for number, weight in shared.items() if weight >= needed[number])
    texts = known_texts()
    return [texts[number] for number in sorted(enough)]


@cache
def _index() -> tuple[list[float], dict[str, list[int]]]:
    """Return the weight that an error must share with each known text, and the numbers of the texts with each word."""
    needed: list[float] = []
    numbers_by_word: dict[str, list[int]] = defaultdict(list)
    for number, known in enumerate(known_texts()):
        template = _known(known)[0]
        needed.append(_needed(template) * (1 - _ROUNDING))
        for word in template.weights:
            numbers_by_word[word].append(number)
    return needed, dict(numbers_by_word)


def _needed(template: _Features) -> float:
    return min(_MIN_SHARED_WEIGHT, 0.8 * template.total)


def _similarity(error: _Features, field: str, known: ErrorText) -> float:
    template, expected_field, needs_field = _known(known)
    shared = sum(min(weight, error.weights[word]) for word, weight in template.weights.items() if word in error.weights)
    if shared < _needed(template) or not template.total or not error.total:
        return 0.0
    values = sum(error.weights[word] for word in error.quoted if word not in template.weights)
    shares = sorted((shared / template.total, shared / max(shared, error.total - values)))
    if shares[0] < _MIN_SHARE and shared < 2 * _MIN_SHARED_WEIGHT:
        return 0.0
    similarity = 0.75 * shares[1] + 0.25 * shares[0]
    is_about_list = field in _WHOLE_LISTS and template.total >= _DISTINCTIVE_WEIGHT
    if field and expected_field and _is_same_field(expected_field, field):
        similarity *= _SAME_FIELD
    elif expected_field and (needs_field or (field and not is_about_list)):
        similarity *= _OTHER_FIELD
    return similarity


def _is_same_field(expected: str, field: str) -> bool:
    """Whether the last name of the error's field is in the expected one: providers leave out names at either end."""
    return field.lower().split(".")[-1] in expected.lower().split(".")


@lru_cache(maxsize=4096)
def _known(known: ErrorText) -> tuple[_Features, str, bool]:
    """Return the words of a known text, the field that it complains about, and whether they mean nothing without it."""
    filled = re.sub(r"\{(message|part|nth|nth_part|closes|call|first|tool|index)\}", "0", without_affixes(known.text))
    place = re.sub(r"\{\w+\}", "0", known.param)
    words = _weighed(_words(_GAP.sub(" { ", filled)))
    is_unspecific = words.total < _DISTINCTIVE_WEIGHT or _OF_ANY_FIELD.search(filled) is not None
    return words, _field(filled) or _field(place), is_unspecific and bool(_field(filled))


def _features(sentence: str) -> _Features:
    return _weighed(_words(sentence))


def _weighed(words: list[str]) -> _Features:
    """Weight the words and the pairs of adjacent words, which are more specific. A gap breaks a pair."""
    weights: dict[str, float] = {}
    quoted, inside = set(), False
    for word, following in pairwise([*(word for word in words if word != "'"), "{"]):
        if word != "{":
            weights[word] = _weight(word)
            if following != "{":
                weights[f"{word} {following}"] = (_weight(word) + _weight(following)) / 2
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
    """Return the number of different texts with each word, and the number of all different texts."""
    texts = {plain(known.text) for known in known_texts()}
    counts = Counter(word for text in texts for word in set(_words(_GAP.sub(" { ", text))) - {"{", "'"})
    return counts, len(texts)


def _field(text: str) -> str:
    """Return the named steps of the most exact place in a text. Places without a number are too uncertain."""
    places = [place for place in places_in(plain(text)) if place.exactness[0]]
    found = max(places, key=lambda place: place.exactness) if places else place_of_field(plain(text))
    return found.field if found else ""
