"""Where the messages of a document are: what every framing step returns, before it becomes a Conversation."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, Note
from workbench.json.pointer import Path, replaced, to_pointer
from workbench.json.text import Json

_ANSWER_ALONE = Note(
    "answer", "this is a provider's answer without its request; only the message in it is checked, as part of a history"
)


class Framed(Struct, frozen=True):
    """`path` leads to the list of messages; `places`, where given, to each message instead."""

    messages: list[Json]
    path: Path = ()
    places: tuple[Path, ...] | None = None
    settings: dict[str, Json] = {}
    response: Json | None = None
    unwrapped: tuple[tuple[Path, Json], ...] = ()
    """Texts that turned out to be JSON, with the value that takes their place in the payload."""
    refusal: str = ""
    """The error that was recorded beside the request."""
    endpoint: str = ""
    """The address that was recorded beside the body."""
    is_answer: bool = False
    """Whether this is a provider's answer, and no request is with it."""
    format: str = ""
    """The format of the API that gave the answer."""

    def with_response(self, response: Json | None) -> Framed:
        return self if self.response is not None or response is None else replace(self, response=response)

    def with_refusal(self, refusal: str) -> Framed:
        return self if self.refusal or not refusal else replace(self, refusal=refusal)

    def with_endpoint(self, endpoint: str) -> Framed:
        return self if self.endpoint or not endpoint else replace(self, endpoint=endpoint)

    def with_unwrapped(self, path: Path, value: object) -> Framed:
        return replace(self, unwrapped=((path, value), *self.unwrapped))

    def conversation(self, name: str, payload: object, notes: list[Note]) -> Conversation:
        """The payload stays the object that was read, unless a text in it had to be unwrapped."""
        for path, value in self.unwrapped:
            payload = replaced(payload, path, value)
            notes = [*notes, stringified(to_pointer(path))]
        if self.is_answer and not any(note.kind == "streamed" for note in notes):
            notes = [*notes, _ANSWER_ALONE]
        places = None if self.places is None else tuple(map(to_pointer, self.places))
        base = to_pointer(self.path)
        made = Conversation(
            name, payload, self.messages, base, places, self.settings, self.response, tuple(notes), self.endpoint,
            refusal=self.refusal,
        )  # fmt: skip
        return made.detected_as(Detection(self.format)) if self.format else made


def stringified(at: str = "") -> Note:
    return Note("stringified", "this was JSON inside a text (stringified once too often); it was unwrapped", at)


def without(value: dict[str, Json], *keys: str) -> dict[str, Json]:
    """The other members of an object."""
    return {key: member for key, member in value.items() if key not in keys}
