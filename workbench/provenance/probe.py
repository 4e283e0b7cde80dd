"""Probe one message of a small context: find which source leaves reach which target leaves.

The probe changes one leaf at a time and converts again.

- Target leaves that change came from the source leaf.
- If only removing the leaf changes something, its presence was carried and its value is lost.
- If neither does, the leaf is lost, unless removing all such leaves together changes something: `status` and `error`
  both set `isError`, so each seems to have no effect on its own.
- A target leaf that no change affects was invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workbench.converters.contract import Edge
from workbench.formats import FORMATS
from workbench.json.pointer import Path, leaves, replaced
from workbench.json.text import Json
from workbench.provenance.differences import Place, ambiguous_places, changed_places, leaves_of
from workbench.provenance.shape import is_distinctive, is_prose
from workbench.provenance.values import (
    all_changed,
    changed_values,
    is_discriminator,
    is_in_data_url,
    is_lone_discriminator,
    value_at,
    without,
)
from workbench.provenance.whole_copies import links_of_whole_copies

PatternLink = tuple[int, Path, int, Path]
"""A link: the member of the context and the path in it, the number of the target message and the path in it."""
_MAX_REMOVED_SINGLY = 30
"""Up to this many members of a merged message are removed one by one to see which target leaves disappear."""


class Pattern(NamedTuple):
    """A trace that numbers messages within the context, so it applies to every context of equal shape."""

    links: tuple[PatternLink, ...]
    losses: tuple[tuple[Path, bool], ...]
    inventions: tuple[Place, ...]


class Probe:
    """Probes the member at `position` of a context over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], members: list[Json], position: int) -> None:
        self.edge, self.settings, self.members, self.position = edge, settings, members, position
        self.message = members[position]
        self.variants = FORMATS[edge.source].traits.variants if edge.source in FORMATS else {}
        converted = [row for row in edge.convert(members, settings) if position in row.sources]
        self.rows = [row.message for row in converted]
        self.others = {source for row in converted for source in row.sources} - {position}
        """Members that the probed one was merged with."""
        self.baseline = leaves_of(self.rows)

    def pattern(self) -> Pattern:
        links = {
            (self.position, path, *place)
            for path, place in links_of_whole_copies(self.message, self.rows)
            if not is_discriminator(path)
        }
        copied_whole = {link[1] for link in links}
        losses: list[tuple[Path, bool]] = []
        without_effect: list[Path] = []
        for path, value in leaves(self.message):
            if path in copied_whole:
                continue
            if is_discriminator(path):
                affected = self._affected_by_discriminator(path, value)
                links.update((self.position, path, *place) for place in affected or ())
                losses.extend([(path, False)] if affected == set() else ())
                continue
            if affected := self._affected_by_changing(self.position, path, value):
                links.update((self.position, path, *place) for place in affected)
            elif affected := self._affected_by_removing([path]):
                links.update((self.position, path, *place) for place in affected)
                losses.append((path, True))
            else:
                without_effect.append(path)
        affected = self._affected_by_removing(without_effect)
        losses.extend((path, bool(affected)) for path in without_effect)
        links.update((self.position, path, *place) for path in without_effect for place in affected)
        unexplained = self._unexplained(links)
        duplicates = set(self._found_elsewhere(links, unexplained, [path for path, presence in losses if not presence]))
        losses = [loss for loss in losses if loss[0] not in {link[1] for link in duplicates}]
        links = self._with_look_ups(links, unexplained) | duplicates
        invented = unexplained - {link[2:] for link in links}
        return Pattern(
            self._in_order(links), tuple(losses), tuple(place for place in self.baseline if place in invented)
        )

    def _in_order(self, links: set[PatternLink]) -> tuple[PatternLink, ...]:
        """Sort links by the order of the target messages, then by that of the source message."""
        source = {path: nth for nth, (path, _) in enumerate(leaves(self.message))}
        target = {place: nth for nth, place in enumerate(self.baseline)}
        return tuple(sorted(links, key=lambda link: (target[link[2:]], link[0], source.get(link[1], -1), str(link[1]))))

    def _is_copy(self, link: PatternLink) -> bool:
        return bool(value_at(self.message, link[1]) == self.baseline[link[2:]])

    def _unexplained(self, links: set[PatternLink]) -> set[Place]:
        """Return the target leaves that no value of this message was copied to, except those of merged members.

        A leaf belongs to another member if it changes with that member's values, or disappears with that member and
        not with this one.
        """
        copied = {link[2:] for link in links if self._is_copy(link)}
        places = {place for place in self.baseline if place not in copied and not is_discriminator(place[1])}
        if places and self.others:
            places -= self._affected_by(
                [all_changed(member) if at in self.others else member for at, member in enumerate(self.members)]
            )
        if places and 0 < len(self.others) <= _MAX_REMOVED_SINGLY:
            own = self._affected_by(self._with(self.position, None)) | ambiguous_places(self.baseline)
            for member in self.others:
                places -= self._affected_by(self._with(member, None)) - own
        return places

    def _found_elsewhere(
        self, links: set[PatternLink], unexplained: set[Place], without_effect: list[Path]
    ) -> Iterator[PatternLink]:
        """Yield links of values that have no effect of their own but are in the target nevertheless.

        Either the message has the value twice, under two keys, and the converter used the other one; or the converter
        derived the value, such as the media type that it reads from the bytes. Prose is never derived: a text that
        happens to be the name of a role was not carried to the role.
        """
        copied = {link[2:]: link[1] for link in links if self._is_copy(link)}
        for path in without_effect:
            value = value_at(self.message, path)
            if not isinstance(value, str) or not is_distinctive(value):
                continue
            may_be_derived = not is_prose(path)
            for place, leaf in self.baseline.items():
                if leaf == value:
                    copied_from = copied.get(place)
                    is_duplicate = copied_from is not None and copied_from[-1] != path[-1]
                    is_derived = may_be_derived and (place in unexplained or is_discriminator(place[1]))
                    if is_duplicate or is_derived:
                        yield self.position, path, *place
                elif may_be_derived and is_in_data_url(value, leaf):
                    yield self.position, path, *place

    def _converted(self, members: list[Json]) -> list[Json]:
        """Return the target messages that the probed member contributes to."""
        position = self.position
        return [row.message for row in self.edge.convert(members, self.settings) if position in row.sources]

    def _with(self, member: int, message: object) -> list[Json]:
        return [*self.members[:member], message, *self.members[member + 1 :]]

    def _affected_by_changing(self, member: int, path: Path, value: object) -> set[Place]:
        """Return the target leaves that change when this source leaf is changed."""
        affected: set[Place] = set()
        for changed in changed_values(value):
            affected |= self._affected_by(self._with(member, replaced(self.members[member], path, changed)))
        return affected

    def _affected_by_removing(self, paths: list[Path]) -> set[Place]:
        """Return the target leaves that change when these source leaves are removed together."""
        return self._affected_by(self._with(self.position, without(self.message, paths))) if paths else set()

    def _affected_by_discriminator(self, path: Path, value: object) -> set[Place] | None:
        """Return the target leaves that depend on the value of a discriminator, or None if it only selects a shape.

        The object around a lone discriminator (`cache_control`) is removed; others are changed to their variant.
        """
        if is_lone_discriminator(self.message, path):
            return self._affected_by_removing([path[:-1]])
        variant = self.variants.get(value) if isinstance(value, str) else None
        if variant is None:
            return None
        return self._affected_by(self._with(self.position, replaced(self.message, path, variant)))

    def _affected_by(self, members: list[Json]) -> set[Place]:
        """Return the target leaves that change when the context is replaced by these members."""
        return changed_places(self.rows, self._converted(members))

    def _with_look_ups(self, links: set[PatternLink], unexplained: set[Place]) -> set[PatternLink]:
        """Add links from the names of calls in the context to the unexplained target leaves they reach.

        An id that only selected such a name is not its source, so the link from the id to that leaf is removed, unless
        it is the only link of the id.
        """
        look_ups = set(self._look_ups(unexplained))
        looked_up_places = {link[2:] for link in look_ups}
        direct = {link for link in links if link[2:] not in looked_up_places}
        linked_sources = {link[1] for link in direct}
        return direct | look_ups | {link for link in links if link[1] not in linked_sources}

    def _look_ups(self, unexplained: set[Place]) -> Iterator[PatternLink]:
        read = FORMATS[self.edge.source].read if len(self.members) > 1 else None
        for member, message in enumerate(self.members) if read else ():
            for event in read(message, member) if read and member != self.position else ():
                if event.kind == "call" and event.name is not None and "name" in event.places:
                    for place in self._affected_by_changing(member, event.at("name"), event.name) & unexplained:
                        yield member, event.at("name"), *place
