"""Which texts of a session's file a repair would lose although all messages keep theirs.

A program may store more than it sends: the complete output of a tool, or a note in a field of its own. A repair that
writes a record anew must not lose it. Only texts of several words count, because the names and ids of a record change
with its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.json.leaves import Leaf, has_several_words, leaves_of
from workbench.json.lost_words import missing_words
from workbench.json.text import Json, parse_or_none


def lost_beside_messages(old: str, new: str, changed: Iterable[tuple[Json, Json]]) -> list[str]:
    """Return the words of such texts. `changed` are the messages before and after the repair: if they lose words
    themselves, the user has agreed to that, and nothing is returned."""
    removed, added = _values(old), _values(new)
    kept = removed & added  # lines that did not change, whatever their order
    if not (lost := missing_words(_texts(removed - kept), _leaves(added - kept))):
        return []
    if not (lost := [word for word in missing_words(_texts(removed - kept), _leaves(added)) if word in lost]):
        return []
    agreed = any(missing_words(leaves_of(before), leaves_of(after)) for before, after in changed)
    return [] if agreed else lost


def _values(text: str) -> Counter[str]:
    """Return the text of each value of the file: of the only one, or of each line."""
    return Counter([text] if parse_or_none(text) is not None else text.split("\n"))


def _leaves(values: Iterable[str]) -> Iterator[Leaf]:
    return (leaf for value in values for leaf in leaves_of(parse_or_none(value)))


def _texts(values: Iterable[str]) -> Iterator[Leaf]:
    return (leaf for leaf in _leaves(values) if has_several_words(leaf.value))
