"""The error for input that cannot be loaded: one sentence with its position, and the messages that can be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.conversation import Conversation

EMPTY, END_OF_TEXT, BINARY = "an empty document", "the end of the text", "binary data"
"""What was found, in the cases that have plain words of their own."""


class LoadError(Exception):
    """States what was found, where, what was expected instead, and what the person can do about it.

    `str` gives the sentence; the fields are separate so that a page or a report can lay them out differently.
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
        """The complete messages before the fault, as a conversation, if there are any."""
        self.source = source
        """The source that wrote the file, if it is known."""
        self.offset: int | None = None
        """The position in the text. `locate` computes line and column from it, because counting lines is slow."""

    @property
    def messages(self) -> list[Any]:
        """The complete messages before the fault."""
        return self.partial.messages if self.partial is not None else []

    @property
    def reason(self) -> str:
        """The sentence without the name of the file, for a place that already names it."""
        return str(self).removeprefix(f"{self.name}: ").removeprefix(f"{self.name}, ") if self.name else str(self)

    def locate(self, text: str) -> LoadError:
        """Set the line and column of the offset, and return this error."""
        if self.offset is not None:
            self.line, self.column = line_and_column(text, self.offset)
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


class WithoutMessagesError(LoadError):
    """The document was read, and no conversation is in it."""

    def __str__(self) -> str:
        is_whole = self.line in (None, 1) and self.column in (None, 1)
        where = self.name if is_whole else f"{self.name}, line {self.line}".removeprefix(", ")
        place = f"{where}: " if where else ""
        sentence = f"{place}{self.found.rstrip(',')}: no messages were found in it, so it was not judged"
        sentence += f"; {self.guess}" if self.guess else ""
        return sentence.replace("\n", " ").rstrip(".") + "."


class TooDeepError(LoadError):
    """The value is nested too deeply. No other value in the same text is read."""

    def __init__(self, found: str, expected: str, offset: int) -> None:
        super().__init__(found, expected, "something was probably wrapped many times by mistake")
        self.offset = offset


class UnreadableFileError(LoadError):
    """The file does not exist, or the system does not allow reading it."""

    def __init__(self, reason: str, name: str) -> None:
        super().__init__("nothing readable", "a file", reason, name=name)

    def __str__(self) -> str:
        return f"{self.name}: the file cannot be read: {self.guess}."


class DefectiveReading(LoadError):
    """The workbench itself failed; the file may be good."""

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__("a defect of the workbench", "a conversation", name=name)
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}" if self.name else self.sentence


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Return the line and column of a position, both counted from 1 as in editors."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
