"""One message of a small context, probed: which source leaves reach which target leaves.

Change a leaf and convert again: the target leaves that changed came from it. Only removing it changes something: its
presence was carried, its value is lost. Neither does: it is lost, unless removing all such leaves together does
(`status` and `error` both set `isError`, so each alone seems idle). A target leaf that nothing changes was invented.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workbench.convert.contract import Edge
from workbench.formats import FORMATS
from workbench.jsontext import Json
from workbench.pointer import Path, leaves
from workbench.provenance.values import changed_values, replaced, without

DISCRIMINATORS = frozenset({"type", "kind", "role", "speaker"})
"""They shape the message: changing one makes another message, so they are neither links nor losses."""

_SHARED_FROM = 50
"""A container of more leaves than this that the converter passed on as it is needs no probing leaf by leaf."""

Place = tuple[int, Path]
"""The n-th target message of the probed one, and a path in it."""
Row = tuple[int, Path, int, Path]
"""A link: member of the context and path in it, n-th target message and path in it."""
_Leaves = dict[Place, Json]


class Pattern(NamedTuple):
    """A trace with messages numbered inside the context, so that it fits every context of equal shape."""

    links: tuple[Row, ...]
    losses: tuple[tuple[Path, bool], ...]
    inventions: tuple[Place, ...]


class Probe:
    """The context `members`, of which the one at `position` is looked at, over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], members: list[Json], position: int) -> None:
        self.edge, self.settings, self.members, self.position = edge, settings, members, position
        self.message = members[position]
        self.baseline = self._outcome(members)

    def pattern(self) -> Pattern:
        links = set(self._shared())
        passed_on = {link[1] for link in links}
        losses: list[tuple[Path, bool]] = []
        idle: list[Path] = []
        for path, value in leaves(self.message):
            if path in passed_on or is_discriminator(path):
                continue
            if touched := self._touched(self.position, path, value):
                links.update((self.position, path, *place) for place in touched)
            elif decided := self._decided_by([path]):
                links.update((self.position, path, *place) for place in decided)
                losses.append((path, True))
            else:
                idle.append(path)
        decided = self._decided_by(idle)
        losses.extend((path, bool(decided)) for path in idle)
        links.update((self.position, path, *place) for path in idle for place in decided)
        links = self._with_look_ups(links)
        explained = {link[2:] for link in links}
        inventions = tuple(
            place for place in self.baseline if place not in explained and not is_discriminator(place[1])
        )
        return Pattern(tuple(sorted(links, key=repr)), tuple(losses), inventions)

    def _outcome(self, members: list[Json]) -> _Leaves:
        """The leaves of the target messages that the probed member went into."""
        rows = [row for row in self.edge.convert(members, self.settings) if self.position in row.sources]
        return {(nth, path): value for nth, row in enumerate(rows) for path, value in leaves(row.message)}

    def _with(self, member: int, message: Json) -> list[Json]:
        return [*self.members[:member], message, *self.members[member + 1 :]]

    def _touched(self, member: int, path: Path, value: Json) -> set[Place]:
        """The target leaves that change when this source leaf does."""
        touched: set[Place] = set()
        for other in changed_values(value):
            touched |= self._difference(self._with(member, replaced(self.members[member], path, other)))
        return touched

    def _decided_by(self, paths: list[Path]) -> set[Place]:
        """The target leaves that change when these source leaves are taken away together."""
        return self._difference(self._with(self.position, without(self.message, paths))) if paths else set()

    def _difference(self, members: list[Json]) -> set[Place]:
        outcome = self._outcome(members)
        changed = {
            place for place, before in self.baseline.items() if place not in outcome or differs(outcome[place], before)
        }
        return changed if outcome.keys() == self.baseline.keys() else self._not_merely_shifted(changed, outcome)

    def _not_merely_shifted(self, changed: set[Place], outcome: _Leaves) -> set[Place]:
        """When a part appears or goes, those after it move. A value that only moved was not changed."""
        still_there = Counter(_anywhere(place, value) for place, value in outcome.items())
        for place, value in self.baseline.items():
            if place not in changed:
                still_there[_anywhere(place, value)] -= 1
        touched = set()
        for place in changed:
            key = _anywhere(place, self.baseline[place])
            if still_there[key] > 0:
                still_there[key] -= 1
            else:
                touched.add(place)
        return touched

    def _shared(self) -> Iterator[Row]:
        """Links of large containers that stand in the target as the very same object."""
        if sum(1 for _ in leaves(self.message)) <= _SHARED_FROM:
            return
        rows = [row for row in self.edge.convert(self.members, self.settings) if self.position in row.sources]
        targets = {id(value): (nth, path) for nth, row in enumerate(rows) for path, value in containers(row.message)}
        done: tuple[Path, ...] = ()
        for path, value in containers(self.message):
            if id(value) in targets and not any(path[: len(other)] == other for other in done):
                done = (*done, path)
                nth, target = targets[id(value)]
                for inner, _ in leaves(value):
                    yield self.position, path + inner, nth, target + inner

    def _with_look_ups(self, links: set[Row]) -> set[Row]:
        """The names of calls in the context explain target leaves that the message itself does not.

        An id that only selected such a name is no source of it: its link to that leaf is taken out again.
        """
        message_leaves = dict(leaves(self.message))
        own = {link[2:] for link in links if message_leaves.get(link[1]) == self.baseline.get(link[2:])}
        open_places = {place for place in self.baseline if place not in own and not is_discriminator(place[1])}
        look_ups = set(self._looked_up(open_places)) if len(self.members) > 1 else set()
        found = {link[2:] for link in look_ups}
        return {link for link in links if link[2:] not in found} | look_ups

    def _looked_up(self, open_places: set[Place]) -> Iterator[Row]:
        read = FORMATS[self.edge.source].read
        for member, message in enumerate(self.members):
            for event in read(message, member) if member != self.position else ():
                if event.kind == "call" and event.name is not None:
                    for place in self._touched(member, event.at("name"), event.name) & open_places:
                        yield member, event.at("name"), *place


def _anywhere(place: Place, value: Json) -> tuple[object, ...]:
    """A leaf without the positions in lists."""
    return (*(step for step in place[1] if isinstance(step, str)), type(value), str(value))


def is_discriminator(path: Path) -> bool:
    return bool(path) and path[-1] in DISCRIMINATORS


def differs(one: Json, other: Json) -> bool:
    return type(one) is not type(other) or one != other


def containers(value: Json) -> Iterator[tuple[Path, Json]]:
    """Every object and list that is not empty, outermost first."""
    pending: list[tuple[Path, Json]] = [((), value)]
    while pending:
        path, item = pending.pop()
        if isinstance(item, dict) and item:
            yield path, item
            pending.extend(((*path, key), member) for key, member in item.items())
        elif isinstance(item, list) and item:
            yield path, item
            pending.extend(((*path, index), member) for index, member in enumerate(item))
