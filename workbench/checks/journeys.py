"""The journeys of one conversation to its targets. Shared parts are converted, read and traced once."""

from __future__ import annotations

from workbench.checks.chat import Chat, read_chat
from workbench.checks.journey import Journey
from workbench.conversation import Conversation
from workbench.converters import Edge
from workbench.formats.contract import ReadMessages
from workbench.lazy import lazy
from workbench.provenance.route import Tracers
from workbench.stages import Column, Stages, add_columns, first_column, hops_to
from workbench.targets import Target


class Journeys:
    """Creates journeys. Targets with the same formats and the same hops share the entire journey; others share their
    common first hops."""

    def __init__(self, conversation: Conversation, exact: bool = True) -> None:
        self._conversation, self._exact = conversation, exact
        self._known: dict[tuple[tuple[str, ...], tuple[Edge, ...]], Journey] = {}
        self._columns: dict[tuple[Edge, ...], Column] = {}
        self._tracers: Tracers = {}

    def to(self, target: Target) -> Journey:
        key = (target.formats, tuple(hops_to(self._conversation.format, target, None, self._conversation.sent_by)))
        if key not in self._known:
            self._known[key] = self._journey(target, key[1])
        return self._known[key]

    def _journey(self, target: Target, hops: tuple[Edge, ...]) -> Journey:
        conversation, internal = self._conversation, self._internal
        if hops and hops[0].reads_events and () not in self._columns:
            read = ReadMessages(internal.messages, internal.events, internal.spans, internal.kinds)
            self._columns[()] = first_column(conversation, read)
        stages = Stages(conversation, target, add_columns(conversation, hops, self._columns))
        column = _judged_column([column.format for column in stages.columns], target)
        judged = _converted_chat(stages.columns[column]) if column else internal
        judged.model, judged.endpoint, judged.previews = internal.model, internal.endpoint, internal.previews
        return Journey(stages, internal, judged, column, self._exact, self._tracers)

    @lazy
    def _internal(self) -> Chat:
        conversation = self._conversation
        chat = read_chat(conversation.format, conversation.messages, conversation.settings)
        chat.odd = conversation.detection.odd
        chat.model, chat.endpoint, chat.previews = conversation.model, conversation.endpoint, conversation.previews
        return chat


def _converted_chat(column: Column) -> Chat:
    chat = read_chat(column.format, column.messages, column.settings)
    chat.converted = True
    return chat


def _judged_column(formats: list[str], target: Target) -> int:
    """Return the column that the target judges: the file if the target accepts its format, else the converted one."""
    if formats[0] in target.formats:
        return 0
    return next((number for number, name in enumerate(formats) if name == target.formats[0]), 0)
