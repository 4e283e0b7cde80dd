"""The edges that each version of the AI SDK takes through the package of a provider, where the versions differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from workbench.converters.contract import Converted, Edge

Versioned = Callable[..., Iterable[Converted]]
"""A converter that takes the version as `sdk`."""


def edges_of_versions(edge: Edge, convert: Versioned, differences: Mapping[int, str]) -> tuple[Edge, ...]:
    """One edge for each version, also for the targets whose UI messages the SDK converts first.

    `differences` has for each version a sentence that tells what is its own.
    """
    return tuple(
        Edge(
            edge.source,
            edge.target,
            partial(convert, sdk=version),
            f"what AI SDK {version} sends: {what}",
            sent_by=name,
        )
        for version, what in differences.items()
        for name in programs(version)
    )


def programs(version: int) -> Sequence[str]:
    """SDK 4 takes UI messages as they are; of the others there is one program more, which converts them first."""
    return (f"ai@{version}",) if version == 4 else (f"ai@{version}", f"ai@{version}-ui")
