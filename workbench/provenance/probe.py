"""One message of a small context, probed: which source leaves reach which target leaves.

Change a leaf and convert again: the target leaves that changed came from it. Only removing it changes something: its
presence was carried, its value is lost. Neither does: it is lost, unless removing all such leaves together does
(`status` and `error` both set `isError`, so each alone seems idle). A target leaf that nothing changes was invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workbench.converters.contract import Edge
from workbench.formats import FORMATS
from workbench.json.pointer import Path, leaves, replaced
from workbench.json.text import Json
from workbench.provenance.differences import Place, changed_places, leaves_of, places_with_doubles
from workbench.provenance.values import (
    all_changed,
    changed_values,
    is_discriminator,
    is_in_data_url,
    is_mark,
    value_at,
    without,
)
from workbench.provenance.whole_copies import passed_on_whole

Row = tuple[int, Path, int, Path]
"""A link: member of the context and path in it, n-th target message and path in it."""
_FEW = 30
"""Members of a merged message that are taken away one by one to see what goes with each."""


_TELLING = 4
"""A shorter value that is also somewhere in the target may be another one."""


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
        self.variants = FORMATS[edge.source].traits.variants if edge.source in FORMATS else {}
        made = [row for row in edge.convert(members, settings) if position in row.sources]
        self.rows = [row.message for row in made]
        self.others = {source for row in made for source in row.sources} - {position}
        """Members that the probed one was merged with."""
        self.baseline = leaves_of(self.rows)

    def pattern(self) -> Pattern:
        links = {
            (self.position, path, *place)
            for path, place in passed_on_whole(self.message, self.rows)
            if not is_discriminator(path)
        }
        passed_on = {link[1] for link in links}
        losses: list[tuple[Path, bool]] = []
        idle: list[Path] = []
        for path, value in leaves(self.message):
            if path in passed_on:
                continue
            if is_discriminator(path):
                decided = self._decided_by_type(path, value)
                links.update((self.position, path, *place) for place in decided or ())
                losses.extend([(path, False)] if decided == set() else ())
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
        unexplained = self._unexplained(links)
        doubled = set(self._still_there(links, unexplained, [path for path, presence in losses if not presence]))
        losses = [loss for loss in losses if loss[0] not in {link[1] for link in doubled}]
        links = self._with_look_ups(links, unexplained) | doubled
        invented = unexplained - {link[2:] for link in links}
        return Pattern(
            self._in_order(links), tuple(losses), tuple(place for place in self.baseline if place in invented)
        )

    def _in_order(self, links: set[Row]) -> tuple[Row, ...]:
        """As the target messages are read, and then as the source message is."""
        source = {path: nth for nth, (path, _) in enumerate(leaves(self.message))}
        target = {place: nth for nth, place in enumerate(self.baseline)}
        return tuple(sorted(links, key=lambda link: (target[link[2:]], link[0], source.get(link[1], -1), str(link[1]))))

    def _is_copy(self, link: Row) -> bool:
        return bool(value_at(self.message, link[1]) == self.baseline[link[2:]])

    def _unexplained(self, links: set[Row]) -> set[Place]:
        """The target leaves that no value of this message was copied to, without those of members it was merged with.

        A leaf is another member's if it changes with that one's values, or goes with that one and not with this.
        """
        copied = {link[2:] for link in links if self._is_copy(link)}
        places = {place for place in self.baseline if place not in copied and not is_discriminator(place[1])}
        if places and self.others:
            places -= self._difference(
                [all_changed(member) if at in self.others else member for at, member in enumerate(self.members)]
            )
        if places and 0 < len(self.others) <= _FEW:
            mine = self._difference(self._with(self.position, None)) | places_with_doubles(self.baseline)
            for member in self.others:
                places -= self._difference(self._with(member, None)) - mine
        return places

    def _still_there(self, links: set[Row], unexplained: set[Place], idle: list[Path]) -> Iterator[Row]:
        """Values that reach nothing themselves, and are in the target all the same.

        Either the message says them twice, under two names, and the other one was taken; or the converter found them
        out by itself, as the media type that bytes show.
        """
        copied = {link[2:]: link[1] for link in links if self._is_copy(link)}
        for path in idle:
            value = value_at(self.message, path)
            if not isinstance(value, str) or len(value) < _TELLING:
                continue
            for place, leaf in self.baseline.items():
                if leaf == value:
                    other = copied.get(place)
                    twice = other is not None and other[-1] != path[-1]
                    if twice or place in unexplained or is_discriminator(place[1]):
                        yield self.position, path, *place
                elif is_in_data_url(value, leaf):
                    yield self.position, path, *place

    def _converted(self, members: list[Json]) -> list[Json]:
        """The target messages that the probed member went into."""
        position = self.position
        return [row.message for row in self.edge.convert(members, self.settings) if position in row.sources]

    def _with(self, member: int, message: object) -> list[Json]:
        return [*self.members[:member], message, *self.members[member + 1 :]]

    def _touched(self, member: int, path: Path, value: object) -> set[Place]:
        """The target leaves that change when this source leaf does."""
        touched: set[Place] = set()
        for other in changed_values(value):
            touched |= self._difference(self._with(member, replaced(self.members[member], path, other)))
        return touched

    def _decided_by(self, paths: list[Path]) -> set[Place]:
        """The target leaves that change when these source leaves are taken away together."""
        return self._difference(self._with(self.position, without(self.message, paths))) if paths else set()

    def _decided_by_type(self, path: Path, value: object) -> set[Place] | None:
        """The target leaves that a discriminator decides by what it says beside the shape; None if it says no more.

        Of a mark (`cache_control`) it is all, so the mark is taken away. Others are changed to their variant.
        """
        if is_mark(self.message, path):
            return self._decided_by([path[:-1]])
        variant = self.variants.get(value) if isinstance(value, str) else None
        if variant is None:
            return None
        return self._difference(self._with(self.position, replaced(self.message, path, variant)))

    def _difference(self, members: list[Json]) -> set[Place]:
        return changed_places(self.rows, self._converted(members))

    def _with_look_ups(self, links: set[Row], unexplained: set[Place]) -> set[Row]:
        """The names of calls in the context explain target leaves that the message itself does not.

        An id that only selected such a name is no source of it: its link to that leaf is taken out again, unless
        selecting it is all that the id did.
        """
        look_ups = set(self._looked_up(unexplained))
        found = {link[2:] for link in look_ups}
        kept = {link for link in links if link[2:] not in found}
        reaching = {link[1] for link in kept}
        return kept | look_ups | {link for link in links if link[1] not in reaching}

    def _looked_up(self, unexplained: set[Place]) -> Iterator[Row]:
        read = FORMATS[self.edge.source].read if len(self.members) > 1 else None
        for member, message in enumerate(self.members) if read else ():
            for event in read(message, member) if read and member != self.position else ():
                if event.kind == "call" and event.name is not None and "name" in event.places:
                    for place in self._touched(member, event.at("name"), event.name) & unexplained:
                        yield member, event.at("name"), *place
