"""Conversation: one loaded history, its raw JSON exactly as it came, and where its messages are in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct, field
from msgspec.structs import replace

from workbench.json.pointer import Path, list_index, resolve, to_pointer
from workbench.json.text import Json
from workbench.origin import Origin

if TYPE_CHECKING:
    from workbench.formats.contract import Format

_MODEL_IN_PATH = re.compile(r"/(?:models?|deployments)/([^/:?]+)(?=[:/?])")


@cache
def _undetected() -> Detection:
    """Before anybody has looked: the workbench's own format, without any confidence."""
    from workbench.formats import OWN_FORMAT  # brings the models of all formats with it

    return Detection(OWN_FORMAT, confidence=0.0, recognised=False)


@cache
def _formats() -> Mapping[str, Format]:
    from workbench.formats import FORMATS  # brings the models of all formats with it

    return FORMATS


class Note(Struct, frozen=True):
    """Something about the loading that the user should know: a duplicate key, a cut end, an unwrapped string."""

    kind: str
    text: str
    at: str = ""


class KeptReplay(Struct, frozen=True):
    """A replay of the conversation that was made earlier, here or by whoever handed the conversation on."""

    record: Json
    """As `ReplayRecord.as_json` writes it."""
    messages: int
    """How many messages the conversation had."""
    in_table: bool
    """Whether its answer is shown in the row of the message after which it came."""


class Detection(Struct, frozen=True):
    """Which format a history is in, how sure that is, and what else it could be."""

    format: str
    dialect: str | None = None
    confidence: float = 1.0
    candidates: tuple[str, ...] = ()
    """Every format that fits, the best guess first. More than one with equal evidence is an honest tie."""
    runner_up: str | None = None
    ambiguous: bool = False
    odd: tuple[tuple[int, str], ...] = ()
    """Messages that are not in this format, each with the format it looks like: a mixed history."""
    recognised: bool = True
    """Whether the messages are known well enough to be judged. What is not recognised is never accepted."""
    description: str = ""
    """Of what is not recognised: what it looks like and what was found in it, for a sentence."""

    @property
    def mixed(self) -> bool:
        return bool(self.odd)


class Conversation(Struct, frozen=True):
    """`payload` is kept as it came; every pointer a finding or a fix gives refers to it."""

    name: str
    payload: Json
    messages: list[Json]
    base: str = ""
    """Pointer of the list that holds the messages."""
    places: tuple[str, ...] | None = None
    """Pointer of each message where they are not the items of one list (an A2A task)."""
    settings: dict[str, Json] = {}
    """What the request said beside its messages: model, tools, system, thinking …"""
    response: Json | None = None
    """The API's recorded answer, if the file has one."""
    notes: tuple[Note, ...] = ()
    endpoint: str = ""
    """The address that the request was sent to, where the file tells (a curl command, a HAR recording)."""
    detection: Detection = field(default_factory=lambda: _undetected())
    origin: Origin | None = None
    """The program or export that it was found in, if that is known, with the way back into the file."""
    refusal: str = ""
    """The error that was recorded with the request, as it was written: a body, an exception, a log's words."""
    sent_by: str = ""
    """The program whose way of sending it is shown, where the user chose one."""
    judged_for: str = ""
    """The target that whoever handed it on had chosen."""
    around: str = ""
    """What stood around the conversation in a pasted text; it may hold the error that this is about."""

    replays: tuple[KeptReplay, ...] = ()
    """Those that came with it in a capsule."""

    @property
    def may_hold_refusal(self) -> bool:
        return bool(self.refusal or self.around)

    @property
    def format(self) -> str:
        return self.detection.format

    @property
    def dialect(self) -> str | None:
        return self.detection.dialect

    @property
    def model(self) -> str | None:
        """The model that the request asks for: most bodies name it, some APIs have it in the path.

        A framework's history has no request: there it is the model that gave the last answer.
        """
        for key in ("model", "modelId", "model_id") if self.settings else ():
            if isinstance(name := self.settings.get(key), str) and name:
                return name
        in_path = _MODEL_IN_PATH.search(self.endpoint) if self.endpoint else None
        return unquote(in_path[1]) if in_path else _formats()[self.format].named_model(self.messages)

    def pointer(self, index: int, path: Path = ()) -> str:
        """Where message `index`, or a value inside it, is in the payload."""
        start = self.places[index] if self.places is not None else f"{self.base}/{index}"
        return start + to_pointer(path)

    def in_file(self, pointer: str) -> str:
        """Where a pointer into the payload leads in the file as it was given."""
        return self.origin.in_file(self.payload, pointer) if self.origin else pointer

    def index_of(self, pointer: str) -> int | None:
        """The message that a pointer into the payload falls in."""
        if self.places is not None:
            places = enumerate(self.places)
            return next((index for index, place in places if f"{pointer}/".startswith(f"{place}/")), None)
        if not pointer.startswith(self.base + "/"):
            return None
        index = list_index(pointer[len(self.base) + 1 :].split("/", 1)[0])
        return index if index is not None and index < len(self.messages) else None

    def with_payload(self, payload: object) -> Conversation:
        """The same conversation around a changed document: messages and settings are read out of it anew."""
        if self.places is not None:
            return replace(self, payload=payload, messages=[resolve(payload, place) for place in self.places])
        if not self.base and isinstance(payload, dict) and isinstance(payload.get("messages"), list):
            return replace(self, base="/messages").with_payload(payload)  # a bare list that was given settings
        messages = resolve(payload, self.base)
        if not self.base:
            return replace(self, payload=payload, messages=messages)
        body_at, _, key = self.base.rpartition("/")
        body = resolve(payload, body_at)
        settings = {name: value for name, value in body.items() if name != key} if isinstance(body, dict) else {}
        return replace(self, payload=payload, messages=messages, settings=settings)

    def detected_as(self, detection: Detection) -> Conversation:
        return replace(self, detection=detection)
