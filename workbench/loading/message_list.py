"""The messages found in a document and where they are, before they become a `Conversation`."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, Note
from workbench.json.pointer import Path, replaced, to_pointer
from workbench.json.text import Json

_ANSWER_ALONE = Note(
    "answer", "this is a provider's answer without its request; only the message in it is checked, as part of a history"
)


class MessageList(Struct, frozen=True):
    """Messages and their location: `path` leads to the list; `places`, if given, leads to each message instead."""

    messages: list[Json]
    path: Path = ()
    places: tuple[Path, ...] | None = None
    settings: dict[str, Json] = {}
    response: Json | None = None
    unwrapped: tuple[tuple[Path, Json], ...] = ()
    """The places of strings that contain JSON, each with the value that replaces it in the payload."""
    refusal: str = ""
    """The error that was recorded with the request."""
    endpoint: str = ""
    """The address that was recorded with the body."""
    is_answer: bool = False
    """Whether this is a provider's answer without its request."""
    format: str = ""
    """The format of the API that the answer came from."""
    is_prompt: bool = False
    """Whether this is only a prompt of a configuration, a template or a test."""

    def with_response(self, response: Json | None) -> MessageList:
        return self if self.response is not None or response is None else replace(self, response=response)

    def with_refusal(self, refusal: str) -> MessageList:
        return self if self.refusal or not refusal else replace(self, refusal=refusal)

    def with_endpoint(self, endpoint: str) -> MessageList:
        return self if self.endpoint or not endpoint else replace(self, endpoint=endpoint)

    def with_unwrapped(self, path: Path, value: object) -> MessageList:
        return replace(self, unwrapped=((path, value), *self.unwrapped))

    def conversation(self, name: str, payload: object, notes: list[Note]) -> Conversation:
        """Return the conversation. Its payload is the object that was read, unless a string in it was unwrapped."""
        for path, value in self.unwrapped:
            payload = replaced(payload, path, value)
            notes = [*notes, stringified(to_pointer(path))]
        if self.is_answer and not any(note.kind == "streamed" for note in notes):
            notes = [*notes, _ANSWER_ALONE]
        places = None if self.places is None else tuple(map(to_pointer, self.places))
        base = to_pointer(self.path)
        conversation = Conversation(
            name, payload, self.messages, base, places, self.settings, self.response, tuple(notes), self.endpoint,
            refusal=self.refusal,
        )  # fmt: skip
        return conversation.detected_as(Detection(self.format)) if self.format else conversation


def stringified(at: str = "") -> Note:
    return Note("stringified", "this was JSON inside a string (stringified once too often); it was unwrapped", at)


def without(value: dict[str, Json], *keys: str) -> dict[str, Json]:
    """Return the members of an object except `keys`."""
    return {key: member for key, member in value.items() if key not in keys}
