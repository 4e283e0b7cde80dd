"""Read one value that is nearly JSON: with comments, trailing commas, Python or JavaScript literals.

No library has everything needed here: no recursion, the line and column of every fault, a report of duplicate keys, and
no silent guesses. `json5` recurses and refuses Python; `json_repair` invents missing data; `ast.literal_eval` recurses
and does not know JSON's words. A note reports each value whose writer may have meant something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from workbench.json.text import MAX_DEPTH, Json
from workbench.loading.error import TooDeepError
from workbench.loading.literals import NAME, read_literal
from workbench.loading.notes import Notes
from workbench.loading.open_containers import CLOSERS, Frame
from workbench.loading.strings import read_string
from workbench.loading.text_cursor import Cursor

ELISION = re.compile(r"(?:\.\.\.|…)[^\n,\]})\"'{\[]*+(?:,|(?=[\]})\n])|\Z)")
"""`...`, `... 3 more items` or `...rest`, which show that something was left out."""
_DOTS = frozenset(".…")
_KEYWORD = re.compile(r"(?P<name>[^\W\d]\w*)\s*=(?![=>])")
_OBJECT_CALL = re.compile(rf"(?P<name>{NAME.pattern})\(\s*(?={_KEYWORD.pattern.replace('?P<name>', '?:')})")
_BARE_KEY = re.compile(r"[\w$][\w$-]*")
_OPENED = object()


class Reader:
    """Reads the value at the cursor. After a fault, `stack` has the open containers and `notes` the oddities so far."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.stack: list[Frame] = []
        self.notes = Notes()

    def read(self) -> Json:
        while True:
            value = self._next()
            if value is _OPENED:
                continue
            if not self.stack:
                return value
            self.stack[-1].place(value)
            self._separator(self.stack[-1])

    def _next(self) -> Json:
        """Return a finished value, or `_OPENED` if a container was opened."""
        self.cursor.skip_blank()
        if self.stack:
            frame = self.stack[-1]
            self._elisions()
            if self.cursor.take(frame.closer):
                return self.stack.pop().finished()
            if isinstance(frame.container, dict) and self._is_only_key(frame, frame.container):
                return frame.key
        return self._value()

    def _elisions(self) -> None:
        while self.cursor.here in _DOTS and self.cursor.match(ELISION):
            around = (frame.step for frame in islice(self.stack, len(self.stack) - 1))
            self.notes.add("elided", "something was left out here with '...'", around)
            self.cursor.skip_blank()

    def _separator(self, frame: Frame) -> None:
        cursor = self.cursor
        cursor.skip_blank()
        if cursor.take(","):
            frame.comma = True
        elif not cursor.text.startswith(frame.closer, cursor.index, cursor.end):
            guess = "a comma is probably missing before it, or a quote inside the text is not escaped"
            raise cursor.fault(f"a comma or {frame.closer!r}", guess if cursor.here else "")

    def _is_only_key(self, frame: Frame, members: dict[str, Json]) -> bool:
        """Read a key up to its value. Return True if it has no value, as in JavaScript's `{role, content}`."""
        cursor = self.cursor
        if frame.call:
            self._argument_name(frame)
            return False
        key = read_string(cursor)
        bare = None if key is not None else cursor.match(_BARE_KEY)
        if key is None and bare is None:
            raise cursor.fault(f"a key in quotes or {frame.closer!r}")
        frame.key = bare.group() if bare else key or ""
        if frame.key in members:
            self.notes.repeated_key(self._here(), frame.key)
        cursor.skip_blank()
        if cursor.take(":"):
            return False
        if bare and cursor.here and cursor.here in ",}":
            self._note("bare-word", f"the variable {frame.key} is here; its name was kept as text")
            return True
        raise cursor.fault(f"':' after the key {frame.key!r}")

    def _argument_name(self, frame: Frame) -> None:
        match = self.cursor.match(_KEYWORD)
        if match is None:
            raise self.cursor.fault("an argument with its name")
        frame.key = match["name"]

    def _value(self) -> Json:
        """Open a container or read a literal. `Message(role='user')` becomes an object with those members."""
        cursor = self.cursor
        cursor.skip_blank()
        if cursor.here in CLOSERS:
            opener = cursor.here
            if len(self.stack) >= MAX_DEPTH:
                raise TooDeepError(f"more than {MAX_DEPTH:,} levels of nesting", "a conversation", offset=cursor.index)
            cursor.index += 1
            self.stack.append(Frame({} if opener == "{" else [], CLOSERS[opener]))
            return _OPENED
        if cursor.here.isalpha() and (call := cursor.match(_OBJECT_CALL)):
            self._note("python-object", f"a printed {call['name']} object; its fields were read as an object")
            self.stack.append(Frame({}, ")", call=True))
            return _OPENED
        in_brackets = bool(self.stack) and self.stack[-1].closer == ")"
        return read_literal(cursor, in_brackets, self._note)

    def _note(self, kind: str, text: str) -> None:
        self.notes.add(kind, text, self._here())

    def _here(self) -> Iterator[str | int]:
        return (frame.step for frame in self.stack)
