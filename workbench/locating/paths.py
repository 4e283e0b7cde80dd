"""Parse places as providers write them: `messages[3].content[1]`, `messages.3.content.1`, `#/messages/3`, `loc`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from workbench.json.pointer import Path
from workbench.targets.models import MODEL_IN_TEXT, MODEL_ON_PLATFORM

MESSAGE_LISTS = ("messages", "message", "input", "contents", "history")
"""The names of the list of messages in providers' errors."""
_LISTS = frozenset({*MESSAGE_LISTS, "tools"})
_NAME = r"[A-Za-z_$][\w$-]*"
_STEP = rf"(?:\.?\[(?:\d+|'?{_NAME}'?)\]|\.\d+(?![\w-])|\.{_NAME})"
_PATH = re.compile(rf"(?<![\w$.'/-])({_NAME}(?:{_STEP})+)")
_QUOTED_PATH = re.compile(rf"'({_NAME}(?:{_STEP})+)'")
_SENTENCE_START = re.compile(rf"'({_NAME}(?:{_STEP})*\[\d+\](?:{_STEP})*)(?=[ :])")
"""The start of a sentence that a log line quotes: `message='tools[1].function.parameters must be valid JSON'`."""
_POINTER = re.compile(rf"(?<![\w$.:/-])#?/({_NAME}(?:/(?:\d+(?![\w-])|{_NAME}))+)")
HEAD = re.compile(rf"^[.…]*'?([a-z_]\w*(?:\.{_NAME})*)'?: (?=\S)")
"""The field that a sentence begins with, as in errors of Anthropic and pydantic."""
_STEPS = re.compile(rf"\d+(?![\w$-])|{_NAME}")
_LOC = re.compile(rf"[\[(]\s*('{_NAME}'(?:,\s*(?:'[^']{{1,9000}}'|\d{{1,6}}))+),?\s*[\])]")
_LOC_STEP = re.compile(r"'([^']*)'|(\d+)")
_LISTED = re.compile(rf"'path':\s*\[\s*(\d{{1,6}}(?:,\s*(?:'{_NAME}'|\d{{1,6}}))+)\s*\]")
"""A path below an unnamed list, as schema libraries write it: `'path': [2, 'function', 'parameters']`."""
_FIELDS_OF_MESSAGES = frozenset({"role", "content", "parts", "toolInvocations", "metadata", "experimental_attachments"})
"""Fields by which such a list is one of messages. Otherwise it is one of tools."""
_ARROWS = re.compile(rf"(?<![\w$.'/-])({_NAME}(?:\s*->\s*(?:\d{{1,6}}|{_NAME}(?:\[[\w, \[\]]*\])?))+)")
"""A `loc` list with arrows: `body -> messages -> 0 -> content -> list[TextPart] -> 0 -> type`."""
_WRAPPERS = frozenset({"body", "GenerateContentRequest", "GenerateContentRequestV1", "request", "root", "json"})
_TYPE_NAME = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]*)*")
_HOST = re.compile(r"[^\d\[]*\.(?:com|ai|io|dev|org|net|cn|py|js|ts|tsx|mjs|go|rs|md|html|json|txt|xml)")
_EXCEPTION = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning)|(?:json\.)?exception\.[\w.]+")
"""The name of an exception, which has dots too: `jinja2.exceptions.TemplateError`."""
_CATEGORIES = frozenset({"validation_error", "invalid_request_error", "bad_request_error", "bad_request"})
"""Kinds of errors that some servers write into `param`."""
_COUNTED = (
    (re.compile(r"\bin the (\d{1,6})\. content block"), 1),
    (re.compile(r"\bposition (\d{1,6}) with role\b"), 0),
    (re.compile(r"\bposition (\d{1,6})\b"), 1),
    (re.compile(r"\b(?:message |content |item )?(?:at )?index:? (\d{1,6})\b"), 0),
    (re.compile(r"\b(?:message|item|turn) (?:number )?#?(\d{1,6})\b"), 0),
)
"""Patterns for a place in words, each with the number that its count starts from."""


@dataclass(frozen=True, slots=True)
class Place:
    """Steps as the provider writes them. They may name a variant (`tool_use`) that is not a key, or a missing field."""

    steps: Path

    @property
    def list_word(self) -> str | None:
        """The word for the list of messages, if the place is in it."""
        word = self.steps[0] if self.steps else ""
        if word in MESSAGE_LISTS:
            return "messages" if word == "message" else str(word)
        return None

    @property
    def index(self) -> int | None:
        """The index of the message."""
        first = self.steps[1] if len(self.steps) > 1 else None
        return first if self.list_word is not None and isinstance(first, int) else None

    @property
    def path(self) -> Path:
        """The path inside the message, or from the body if the place is not in a message."""
        return self.steps[2:] if self.index is not None else self.steps

    @property
    def exactness(self) -> tuple[bool, int]:
        return any(isinstance(step, int) for step in self.steps), len(self.steps)

    @property
    def field(self) -> str:
        """The named steps, such as `content.tool_use.id`."""
        steps = self.path if self.index is not None else self.steps[-2:]
        return ".".join(step for step in steps if isinstance(step, str))

    def __str__(self) -> str:
        words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps)
        return words.removeprefix(".")


def places_in(text: str) -> list[Place]:
    """Return every place in a plain text, in order. Other names with dots, such as hosts, are left out."""
    found: dict[Place, None] = {}
    # `list[TextPart]` in a `loc` is the expected type, not a step.
    for match in _LOC.finditer(text):
        steps = (name or index for name, index in _LOC_STEP.findall(match[1]))
        _add(found, [step for step in steps if "[" not in step])
    for match in _ARROWS.finditer(text):
        steps = (step.strip() for step in match[1].split("->"))
        _add(found, [step for step in steps if "[" not in step])
    for match in _LISTED.finditer(text):
        listed = [step.strip(" '\n\t") for step in match[1].split(",")]
        _add(found, ["messages" if listed[1] in _FIELDS_OF_MESSAGES else "tools", *listed])
    for pattern in (_QUOTED_PATH, _SENTENCE_START, _PATH, _POINTER):
        for match in pattern.finditer(text):
            if not any(other.fullmatch(match[1]) for other in (_HOST, _EXCEPTION, MODEL_IN_TEXT, MODEL_ON_PLATFORM)):
                _add(found, _STEPS.findall(match[1]))
    return list(found)


def place_of_field(text: str) -> Place | None:
    """Return the field that is the entire text (`param`), or that the sentence begins with (`container: Input …`)."""
    field = text if re.fullmatch(_NAME, text) else next(iter(HEAD.findall(text)), "")
    return Place(tuple(field.split("."))) if field and field not in _WRAPPERS | _CATEGORIES else None


def counted_places(text: str) -> Iterator[Place]:
    """Yield the places that are given in words: `at index 3`, `in the 3. content block`."""
    for pattern, first in _COUNTED:
        if match := pattern.search(text):
            yield Place(("messages", max(0, int(match[1]) - first)))


def _is_type_name(step: str | int) -> bool:
    """Whether a step is a server's name for the request or the error: `ChatRequest.messages`, `InternalError.Algo`."""
    return isinstance(step, str) and _TYPE_NAME.fullmatch(step) is not None


def _add(found: dict[Place, None], words: list[str]) -> None:
    steps: list[str | int] = [int(word) if word.isdecimal() and len(word) < 9 else word for word in words]
    while steps and (steps[0] in _WRAPPERS or _is_type_name(steps[0])):
        del steps[0]
    if steps[:1] == ["properties"] and steps[1:2] and steps[1] in _LISTS:  # in the request's schema, without indexes
        steps = [step for before, step in pairwise(steps) if before == "properties"]
    if "member" in steps:  # AWS writes list items as `messages.1.member.content.2.member`, counted from 1.
        steps = [step - 1 if isinstance(step, int) else step for step in steps if step != "member"]
    if len(steps) > 1 or (steps and isinstance(steps[0], str) and len(words) > 1):
        found[Place(tuple(steps))] = None
