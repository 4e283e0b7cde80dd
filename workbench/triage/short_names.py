"""Shorten the names of conversations so that a narrow column shows what distinguishes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return each name without its folders, or with as many of them as it takes to be different from all others.

    If the files come from several folders, each name keeps the last of its own: it is often the customer or the
    program. What follows `#`, the place in the file, is kept.
    """
    given = list(names)
    parts = {file: file.replace("\\", "/").split("/") for file in (name.partition("#")[0] for name in given)}
    folders = {tuple(steps[:-1]) for steps in parts.values()}
    kept = dict.fromkeys(parts, 1 if len(folders) == 1 else 2)
    while True:
        ends = {file: "/".join(parts[file][-count:]) for file, count in kept.items()}
        often = Counter(ends.values())
        ambiguous = [file for file, end in ends.items() if often[end] > 1 and kept[file] < len(parts[file])]
        if not ambiguous:
            break
        for file in ambiguous:
            kept[file] += 1
    return {name: ends[file] + mark + place for name in given for file, mark, place in [name.partition("#")]}
