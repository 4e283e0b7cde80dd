"""Say why a file was not read, for somebody who has never seen JSON: no position, no field and no parser's words."""

from __future__ import annotations

from workbench.loading.error import (
    BINARY,
    EMPTY,
    END_OF_TEXT,
    DefectiveReading,
    LoadError,
    TooDeepError,
    UnreadableFileError,
    WithoutMessagesError,
)

_ARTICLES = ("a ", "an ")
_NOTHING_READ = "no conversation was read from it."
_DAMAGED = "The {subject} is damaged: a part of it cannot be read."
_BY_WHAT_WAS_FOUND = {
    EMPTY: "The {subject} is empty.",
    END_OF_TEXT: "The {subject} is incomplete: its end is missing.",
    BINARY: f"This file is not text; {_NOTHING_READ}",
}
_BY_KIND = (
    (DefectiveReading, "The workbench failed to read this {subject}. The {subject} may be good."),
    (TooDeepError, "The {subject} is damaged: something was wrapped in itself too many times."),
    (WithoutMessagesError, "The {subject} contains no conversation."),
)


def plain_reason(error: LoadError, subject: str = "file") -> str:
    """Return the reason without counts, so that files with the same reason form a group."""
    found = error.found.rstrip(",")
    general = next((sentence for kind, sentence in _BY_KIND if isinstance(error, kind)), _BY_WHAT_WAS_FOUND.get(found))
    if general is not None:
        return general.replace("{subject}", subject)
    if isinstance(error, UnreadableFileError):
        return f"The file cannot be opened: {error.guess[:1].lower()}{error.guess[1:]}."
    if error.source:
        return f"This looks like {found}; {_NOTHING_READ}"
    if found.startswith("the text "):
        return f"This is plain text; {_NOTHING_READ}"
    if found.startswith(_ARTICLES):
        return f"This is {found}; {_NOTHING_READ}"
    return _DAMAGED.replace("{subject}", subject)


def is_without_chat(error: LoadError) -> bool:
    """Whether the file is complete but contains something else than a conversation."""
    return isinstance(error, WithoutMessagesError) or plain_reason(error).endswith(_NOTHING_READ)
