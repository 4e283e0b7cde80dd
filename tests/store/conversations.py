"""Conversations for the tests of the store."""

from __future__ import annotations

import json

from workbench.conversation import Conversation
from workbench.loading import load
from workbench.store.packing import Packed, Packing


def conversation(text: str = "Is the dome open?", name: str = "dome.json") -> Conversation:
    return load(json.dumps([{"role": "user", "content": text}]).encode(), name)


def packed(text: str = "Is the dome open?") -> Packed:
    return Packing().pack(conversation(text))
