"""Choose the format in which a request is sent to an endpoint.

A live endpoint receives only the formats that the `openai` client supports. Other providers' own formats are used only
with the embedded model, without streaming, so that their rules judge the history in the format they are written for.
"""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import COMMON_WIRE, FORMATS, Format
from workbench.formats.wire import Wire
from workbench.replays.endpoint import Endpoint, host_of
from workbench.targets import TARGETS, Target, target_for


def wire_format(endpoint: Endpoint, target: Target) -> Format:
    """Return the target's own format if the endpoint can receive it, otherwise the common one."""
    form = FORMATS[target.wire]
    is_supported = form.wire is not None and (endpoint.embedded or form.wire.client is not None)
    return form if is_supported else FORMATS[COMMON_WIRE]


def target_at(endpoint: Endpoint, format_name: str) -> Target:
    """Return the endpoint's target for a history in this format.

    A compatible server may have no other API than the common one, so every history is converted to it. The embedded
    model has them all.
    """
    common = target_for(endpoint.target, COMMON_WIRE)
    is_converted = common.has_common_api_only and not endpoint.embedded
    return common if is_converted else target_for(endpoint.target, format_name)


def conversion_notice(conversation: Conversation, endpoint: Endpoint) -> str:
    """Return a sentence that names the format sent, or nothing if the history is sent in its own format."""
    sent = wire_format(endpoint, target_at(endpoint, conversation.format))
    if sent.name == conversation.format:
        return ""
    return f"This {FORMATS[conversation.format].title} history is converted and sent as {sent.title}."


def wire_of(form: Format) -> Wire:
    """Return the wire of a format that is sent to endpoints; such a format always has one."""
    assert form.wire is not None
    return form.wire


def max_tokens_key(form: Format, endpoint: Endpoint) -> str:
    """Return the name of the token limit: a provider's newer models need the new name, other servers the old one."""
    wire = wire_of(form)
    hosts = TARGETS[form.own_target].hosts
    is_own_host = bool(hosts) and host_of(endpoint.base_url).endswith(hosts)
    return wire.provider_max_tokens if is_own_host and wire.provider_max_tokens else wire.max_tokens
