"""Edges of the versions of the AI SDK, for the provider packages whose versions differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from workbench.converters.contract import Converted, Edge

Versioned = Callable[..., Iterable[Converted]]
"""A converter that takes the version as `sdk`."""


def edges_of_versions(edge: Edge, convert: Versioned, differences: Mapping[int, str]) -> tuple[Edge, ...]:
    """Return one edge per version, and another per version for the targets that convert UI messages first.

    `differences` maps each version to a phrase that describes its peculiarities.
    """
    return tuple(
        Edge(
            edge.source,
            edge.target,
            partial(convert, sdk=version),
            f"what AI SDK {version} sends: {difference}",
            sent_by=name,
        )
        for version, difference in differences.items()
        for name in programs(version)
    )


def programs(version: int) -> Sequence[str]:
    """Return the programs of a version. Since version 5 there is a second one, which converts UI messages first."""
    return (f"ai@{version}",) if version == 4 else (f"ai@{version}", f"ai@{version}-ui")
