"""The format in which an endpoint is asked.

Only the APIs that the `openai` client speaks are streamed from a live endpoint. Any other provider's own wire is spoken
only to the embedded model, whole, so that its rules judge the history in the form they are made for.
"""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import COMMON_WIRE, FORMATS, Format
from workbench.formats.wire import Wire
from workbench.replays.endpoint import Endpoint, host_of
from workbench.targets import TARGETS, Target, target_for


def spoken_format(endpoint: Endpoint, target: Target) -> Format:
    """A live endpoint is asked as a client would; the embedded model as the target's own API is."""
    form = FORMATS[target.wire]
    spoken = form.wire is not None and (endpoint.embedded or form.wire.client is not None)
    return form if spoken else FORMATS[COMMON_WIRE]


def sent_as(conversation: Conversation, endpoint: Endpoint) -> str:
    """Which API is asked, in a sentence, where it is not the one that the history is written for; else empty."""
    spoken = spoken_format(endpoint, target_for(endpoint.target, conversation.format))
    if spoken.name == conversation.format:
        return ""
    return f"This {FORMATS[conversation.format].title} history is converted and sent as {spoken.title}."


def wire_of(form: Format) -> Wire:
    """The wire of a format that an endpoint is asked in, which always has one."""
    assert form.wire is not None
    return form.wire


def max_tokens_key(form: Format, endpoint: Endpoint) -> str:
    """A provider's newer models refuse the old name, other servers do not know the new one."""
    wire = wire_of(form)
    home = TARGETS[form.own_target].hosts
    at_home = bool(home) and host_of(endpoint.base_url).endswith(home)
    return wire.max_tokens_at_home if at_home and wire.max_tokens_at_home else wire.max_tokens
