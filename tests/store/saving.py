"""A program that saves one case after another and prints the key of each saved case. Tests start and kill it."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from tests.store.conversations import packed
from workbench.store.cases import Cases
from workbench.store.error import StoreError


def text_of(key: str) -> str:
    """Return a text that fills several pages of the file, so that a write takes some time."""
    return " ".join(f"{key} {number}" for number in range(4000))


def save_without_end(file: Path, name: str, limit: int = 0) -> None:
    cases = Cases(file)
    for number in count():
        key = f"{name}-{number}"
        if limit and number == limit:
            return
        try:
            cases.keep(key, packed(text_of(key)), f"{key}.json", "openai")
            cases.set_note(("c", key), f"note of {key}", "")
        except StoreError as error:
            print(f"not saved: {error}", flush=True)
            return
        print(key, flush=True)


if __name__ == "__main__":
    save_without_end(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
