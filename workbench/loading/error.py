"""What cannot be loaded: one error, as one sentence with its place, and with what could still be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.json.text import Json


class LoadError(Exception):
    """Found this, here, where that was expected; probably because; and what to do about it.

    The fields are separate so that a page or a report can show them in its own way; `str` is the sentence.
    """

    def __init__(
        self,
        found: str,
        expected: str,
        guess: str = "",
        line: int | None = None,
        column: int | None = None,
        name: str = "",
        partial: Conversation | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(found, expected, guess, line, column, name, partial, source)
        self.found = found
        self.expected = expected
        self.guess = guess
        self.line = line
        self.column = column
        self.name = name
        self.partial = partial
        """The whole messages that precede the fault, as a conversation, where there are any."""
        self.source = source
        """The source that the file is of, where that is known."""
        self.offset: int | None = None
        """Where in the text, until `locate` makes it a line and column: counting lines for every try is slow."""

    @property
    def messages(self) -> list[Json]:
        """The whole messages that precede the fault."""
        return self.partial.messages if self.partial is not None else []

    def locate(self, text: str) -> LoadError:
        """The same error, with the line and column of its offset."""
        if self.offset is not None:
            self.line, self.column = place_of(text, self.offset)
        return self

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}" if self.line is not None else ""
        where = ", ".join(part for part in (self.name, place) if part)
        sentence = f"{where}: " if where else ""
        if self.source:
            sentence += f"this looks like {self.found}; it was not judged"
        else:
            sentence += f"found {self.found} where {self.expected} was expected"
        if self.guess:
            sentence += f"; {self.guess}"
        if self.messages:
            count = len(self.messages)
            sentence += f"; {count} complete message{'s' if count > 1 else ''} before that place can still be loaded"
        return sentence.replace("\n", " ").rstrip(".") + "."


class TooDeepError(LoadError):
    """Nested deeper than is read. Nothing else in such a text is looked at."""

    def __init__(self, found: str, expected: str, offset: int) -> None:
        super().__init__(found, expected, "probably something was wrapped many times by mistake")
        self.offset = offset


class UnreadableFileError(LoadError):
    """The system does not let the file be read, or it is not there."""

    def __init__(self, reason: str, name: str) -> None:
        super().__init__("nothing readable", "a file", reason, name=name)

    def __str__(self) -> str:
        return f"{self.name}: the file cannot be read: {self.guess}."


class DefectiveReading(LoadError):
    """The file may be good; the workbench failed on it."""

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__("a defect of the workbench", "a conversation", name=name)
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}" if self.name else self.sentence


def place_of(text: str, index: int) -> tuple[int, int]:
    """Line and column of a position, both counted from 1 as editors do."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
