"""One loaded history: its raw JSON exactly as received, and where its messages are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from msgspec import Struct, field
from msgspec.structs import replace

from workbench.json.pointer import Path, list_index, resolve, to_pointer
from workbench.json.text import JsonObject
from workbench.lazy import lazy
from workbench.origin import Origin

if TYPE_CHECKING:
    from workbench.formats.contract import Format

_MODEL_IN_PATH = re.compile(r"/(?:models?|deployments)/([^/:?]+)(?=[:/?])")


@cache
def _undetected() -> Detection:
    """Return the detection of a conversation that was not examined: the workbench's own format, without confidence."""
    from workbench.formats import OWN_FORMAT  # imports the models of all formats

    return Detection(OWN_FORMAT, confidence=0.0, recognised=False)


@cache
def _formats() -> Mapping[str, Format]:
    from workbench.formats import FORMATS  # imports the models of all formats

    return FORMATS


class Note(Struct, frozen=True):
    """Something about the loading that the user should know: a duplicate key, a truncated file, JSON in a string."""

    kind: str
    text: str
    at: str = ""


class KeptReplay(Struct, frozen=True):
    """An earlier replay of the conversation, made here or by the person who shared the conversation."""

    record: JsonObject
    """The record as `ReplayRecord.as_json` writes it."""
    messages: int
    """The number of messages of the conversation at that time."""
    in_table: bool
    """Whether its answer is shown in the table, in the row of the last message sent."""


class Detection(Struct, frozen=True):
    """The format of a history, how certain it is, and the other possible formats."""

    format: str
    dialect: str | None = None
    confidence: float = 1.0
    candidates: tuple[str, ...] = ()
    """Every format that fits, best guess first. Several formats with equal evidence are a tie."""
    ambiguous: bool = False
    odd: tuple[tuple[int, str], ...] = ()
    """The indexes of messages in another format, each with the format it resembles: a mixed history."""
    recognised: bool = True
    """Whether the messages are recognised well enough to be judged. An unrecognised history is never accepted."""
    description: str = ""
    """What an unrecognised history looks like and what was found in it, for a sentence."""

    @property
    def known_format(self) -> str | None:
        """The format for other programs: a best guess that is not certain enough for a verdict is none."""
        return self.format if self.recognised else None

    @property
    def mixed(self) -> bool:
        return bool(self.odd)


class Conversation(Struct, frozen=True, dict=True):
    """A loaded history. `payload` is unchanged; every pointer of a finding or a fix leads into it."""

    name: str
    payload: Any
    messages: list[Any]
    base: str = ""
    """The pointer to the list of messages."""
    places: tuple[str, ...] | None = None
    """The pointer to each message, if they are not the items of one list (an A2A task)."""
    settings: JsonObject = {}
    """The rest of the request: model, tools, system, thinking …"""
    response: Any = None
    """The API's recorded answer, if the file has one."""
    notes: tuple[Note, ...] = ()
    endpoint: str = ""
    """The address that the request was sent to, if the file contains it (a curl command, a HAR recording)."""
    detection: Detection = field(default_factory=lambda: _undetected())
    origin: Origin | None = None
    """The program or export that it was found in, if known."""
    refusal: str = ""
    """The error recorded with the request, unchanged: a response body, an exception or a line of a log."""
    refusal_status: int | None = None
    """The HTTP status of that error, if the file contains the request exactly as it was sent, and the status."""
    sent_by: str = ""
    """The program whose conversion is shown, if the user chose one."""
    judged_for: str = ""
    """The target chosen by the person who shared the conversation."""
    around: str = ""
    """The text around the conversation in a pasted text; it may contain the error."""

    repaired: bool = False
    """Whether a repair changed the request, so that a recorded refusal is no longer about it."""
    replays: tuple[KeptReplay, ...] = ()
    """The replays from a capsule."""
    previews: tuple[str, ...] | None = None
    """The provider's previews that the headers of the request name; None if the file does not show all headers."""

    @property
    def body(self) -> str:
        """The pointer to the object that contains the messages and the settings."""
        return self.base.rpartition("/")[0]

    @property
    def is_answer(self) -> bool:
        """Whether this is a provider's answer, and no request is with it."""
        return bool(self.notes) and any(note.kind in ("answer", "streamed") for note in self.notes)

    @property
    def may_hold_refusal(self) -> bool:
        return bool(self.refusal or self.around)

    @property
    def format(self) -> str:
        return self.detection.format

    @property
    def dialect(self) -> str | None:
        return self.detection.dialect

    @lazy
    def model(self) -> str | None:
        """The model that the request names in its body or in its path.

        A framework's history is not a request: there it is the model of the last answer.
        """
        for key in ("model", "modelId", "model_id") if self.settings else ():
            if isinstance(name := self.settings.get(key), str) and name:
                return name
        in_path = _MODEL_IN_PATH.search(self.endpoint) if self.endpoint else None
        return unquote(in_path[1]) if in_path else _formats()[self.format].named_model(self.messages)

    def pointer(self, index: int, path: Path = ()) -> str:
        """Return the pointer to message `index`, or to a value inside it, in the payload."""
        start = self.places[index] if self.places is not None else f"{self.base}/{index}"
        return start + to_pointer(path)

    def in_file(self, pointer: str) -> str:
        """Return the pointer into the original file for a pointer into the payload."""
        return self.origin.in_file(self.payload, pointer) if self.origin else pointer

    def index_of(self, pointer: str) -> int | None:
        """Return the index of the message that a pointer into the payload leads into, or None."""
        if self.places is not None:
            places = enumerate(self.places)
            return next((index for index, place in places if f"{pointer}/".startswith(f"{place}/")), None)
        if not pointer.startswith(self.base + "/"):
            return None
        index = list_index(pointer[len(self.base) + 1 :].split("/", 1)[0])
        return index if index is not None and index < len(self.messages) else None

    def with_payload(self, payload: object) -> Conversation:
        """Return the conversation with a changed document; messages and settings are read from it again."""
        if self.places is not None:
            return replace(self, payload=payload, messages=[resolve(payload, place) for place in self.places])
        if not self.base and isinstance(payload, dict) and isinstance(payload.get("messages"), list):
            return replace(self, base="/messages").with_payload(payload)  # a fix added settings to a bare list
        messages = resolve(payload, self.base)
        if not self.base:
            return replace(self, payload=payload, messages=messages)
        key = self.base.rpartition("/")[2]
        body = resolve(payload, self.body)
        settings = {name: value for name, value in body.items() if name != key} if isinstance(body, dict) else {}
        return replace(self, payload=payload, messages=messages, settings=settings)

    def detected_as(self, detection: Detection) -> Conversation:
        return replace(self, detection=detection)
