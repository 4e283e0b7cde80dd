"""Everything an edge produced for one history, stored compactly because a long history is held once per hop."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.converters.contract import Converted
from workbench.json.text import Json
from workbench.lazy import lazy


class Rows:
    """Target messages by number: 0, 1, … are in the message list; -1, -2, … are system prompts outside it."""

    def __init__(self, converted: Iterable[Converted]) -> None:
        self.messages: list[Json] = []
        self.sources: list[tuple[int, ...]] = []
        """The source messages that each message came from."""
        self.system_rows: list[Converted] = []
        self._messages_before: list[int] = []
        """For each system row, the number of messages produced before it."""
        add_message, add_sources = self.messages.append, self.sources.append
        for row in converted:
            if row.slot == "messages":
                add_message(row.message)
                add_sources(row.sources)
            else:
                self.system_rows.append(row)
                self._messages_before.append(len(self.messages))

    def __contains__(self, number: int) -> bool:
        return -len(self.system_rows) <= number < len(self.messages)

    def __getitem__(self, number: int) -> Converted:
        return self.system_rows[-1 - number] if number < 0 else Converted(self.messages[number], self.sources[number])

    @lazy
    def targets_by_source(self) -> dict[int, list[int]]:
        """Map each source message to the numbers of its target messages, in the order in which they were produced."""
        targets: dict[int, list[int]] = {}
        for number, sources in enumerate(self.sources):
            for source in sources:
                if source in targets:
                    targets[source].append(number)
                else:
                    targets[source] = [number]
        for at, (row, before) in enumerate(zip(self.system_rows, self._messages_before, strict=True)):
            for source in row.sources:
                numbers = targets.setdefault(source, [])
                numbers.insert(sum(number < before for number in numbers), -1 - at)
        return targets
