"""What an edge made of a whole history, kept as small as it can be: a long history is held once per hop."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.converters.contract import Converted
from workbench.json.text import Json
from workbench.lazy import lazy


class Rows:
    """Numbers from 0 are messages in the list, from -1 downwards what is beside it (a system prompt)."""

    def __init__(self, converted: Iterable[Converted]) -> None:
        self.messages: list[Json] = []
        self.sources: list[tuple[int, ...]] = []
        """Of which source messages each of the messages was made."""
        self.beside: list[Converted] = []
        self._made_before: list[int] = []
        """How many messages of the list were made before each of those beside it."""
        for row in converted:
            if row.slot == "messages":
                self.messages.append(row.message)
                self.sources.append(row.sources)
            else:
                self.beside.append(row)
                self._made_before.append(len(self.messages))

    def __contains__(self, number: int) -> bool:
        return -len(self.beside) <= number < len(self.messages)

    def __getitem__(self, number: int) -> Converted:
        return self.beside[-1 - number] if number < 0 else Converted(self.messages[number], self.sources[number])

    @lazy
    def made_of(self) -> dict[int, list[int]]:
        """Source message → the numbers of what was made of it, in the order in which that was made."""
        made: dict[int, list[int]] = {}
        for number, sources in enumerate(self.sources):
            for source in sources:
                if source in made:
                    made[source].append(number)
                else:
                    made[source] = [number]
        for at, (row, before) in enumerate(zip(self.beside, self._made_before, strict=True)):
            for source in row.sources:
                numbers = made.setdefault(source, [])
                numbers.insert(sum(number < before for number in numbers), -1 - at)
        return made
