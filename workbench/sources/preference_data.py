"""Preference data sets with chats: a prompt and two answers, one of which was preferred, or one rated answer.

Each answer continues the prompt, so a row contains one or two conversations. Rows of plain texts contain none.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.shape import holds_messages
from workbench.sources.chat_turns import FORMAT
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import has, member
from workbench.sources.transcript import Transcript

_PAIRS = (("chosen", "rejected"), ("preferred_output", "non_preferred_output"), ("completion", "label"))
_PROMPTS: tuple[Path, ...] = (("input", "messages"), ("prompt",))


def recognise(material: Material) -> bool:
    return material.mostly(lambda row: any(has(row, *pair) for pair in _PAIRS))


def read(material: Material) -> Iterator[Found]:
    found = 0
    for place, row in material.records:
        prompt = next((path for path in _PROMPTS if holds_messages(member(row, *path))), None)
        for key in (key for pair in _PAIRS for key in pair if holds_messages(row.get(key))):
            transcript = Transcript()
            repeats = prompt is not None and member(row, key)[:1] == member(row, *prompt)[:1]
            for path in (prompt, (key,)) if prompt is not None and not repeats else ((key,),):
                _add(transcript, member(row, *path), (*place, *path))
            found += 1
            yield Found(transcript.messages, transcript.places, FORMAT, label="/".join(map(str, (*place, key))))
    if not found:
        raise NothingToJudgeError("its rows are prompts and answers, not messages")


def _add(transcript: Transcript, messages: list[Json], at: Path) -> None:
    for number, message in enumerate(messages):
        transcript.add(message, (*at, number))


SOURCE = Source(
    "preference-data",
    "data set of preferences",
    recognise,
    read,
    signs=frozenset({"chosen", "preferred_output", "completion"}),
)
