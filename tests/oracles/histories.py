"""Histories to ask about, per format: the samples, one history per feature of the format, and seeded healthy chats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tests.mutations.healthy import HOMES, Call, Turn
from tests.oracles.features import FEATURES
from tests.test_samples import FOLDER, INDEX
from workbench.converters import NoRouteError, converted_messages
from workbench.detection import detected
from workbench.loading import load


class History(NamedTuple):
    name: str
    messages: list[Any]


@cache
def base_histories(format_name: str, seed: int = 0) -> tuple[History, ...]:
    """`seed` chooses the chats; samples and features are always the same."""
    found = [*_samples(format_name), *_features(format_name), *_chats(format_name, seed)]
    return tuple(history for history in found if history.messages)


def _samples(format_name: str) -> Iterator[History]:
    """Every sample of the format, and the healthy samples of the others after conversion."""
    for entry in INDEX:
        sample = detected(load(FOLDER / entry["file"]), target=entry["target"])
        if sample.format == format_name:
            yield History(entry["file"], list(sample.messages))
        elif not entry["expected"]:
            try:
                made = converted_messages(sample.messages, sample.format, format_name, sample.settings)
            except NoRouteError:
                continue
            yield History(f"{entry['file']} as {format_name}", made)


def _features(format_name: str) -> Iterator[History]:
    for name, messages in FEATURES.get(format_name, {}).items():
        yield History(name, messages)


_CHATS = 24


def _chats(format_name: str, first: int) -> Iterator[History]:
    written_as = "vercel-v4-core" if format_name == "vercel-v4-ui" else format_name
    home = HOMES[written_as]
    for seed in range(first * _CHATS, (first + 1) * _CHATS):
        messages = [message for turn in _turns(Random(seed)) for message in home.writer(turn)]
        messages.append(home.closing)
        yield History(f"chat {seed}", converted_messages(messages, written_as, format_name))


_WORDS = ("Where is it?", "Look again.", 'a "quoted" word', "ä 🙂", "{}", "Nothing found.", "42")


def _turns(chance: Random) -> list[Turn]:
    numbers = iter(range(101, 200))
    return [
        Turn(
            asks=f"{chance.choice(_WORDS)} ({number})",
            image=chance.random() < 0.3,
            thinks_aloud=chance.choice(("", "Let me see.")),
            rounds=[_calls(chance, numbers) for _ in range(chance.randrange(3))],
            answers=chance.choice(_WORDS),
        )
        for number in range(chance.randrange(1, 4))
    ]


def _calls(chance: Random, numbers: Iterator[int]) -> list[Call]:
    return [
        Call(
            next(numbers),
            chance.choice(("read_file", "search")),
            chance.choice(({}, {"path": "a.txt"}, {"query": "ä", "limit": 3})),
            chance.choice(_WORDS),
        )
        for _ in range(chance.randrange(1, 4))
    ]
