"""Edges that start from events write thoughts from events alone, so a history without thoughts is passed on at once."""

from __future__ import annotations

import pytest

from tests.benchmarks.histories import short_history
from workbench.checks.chat import read_chat
from workbench.converters import EDGES, Edge
from workbench.converters.thought_fields import with_thoughts_in
from workbench.formats.contract import ReadMessages
from workbench.samples import samples

FROM_EVENTS = [edge for edge in EDGES if edge.reads_events]
REFUSED = frozenset({"reasoning", "reasoning_content", "reasoning_details"})


@pytest.mark.parametrize("edge", FROM_EVENTS, ids=lambda edge: f"{edge.source} to {edge.target}")
def test_known_events_do_not_change_where_thoughts_are_written(edge: Edge) -> None:
    histories = [short_history(edge.source, 1, 9)]
    histories += [loaded.messages for loaded in (sample.load() for sample in samples()) if loaded.format == edge.source]
    sent = with_thoughts_in(edge, REFUSED, "reasoning")
    for messages in histories:
        chat = read_chat(edge.source, messages, {})
        read = ReadMessages(messages, chat.events, chat.spans, chat.kinds)
        assert list(sent.convert(read, {})) == list(sent.convert(messages, {}))
