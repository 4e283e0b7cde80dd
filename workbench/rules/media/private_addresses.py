"""Addresses of files inside a network, which a provider cannot reach."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from urllib.parse import urlsplit

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.occasions import has_media
from workbench.targets.contract import Target

_PRIVATE = tuple(
    ipaddress.ip_network(network)
    for network in ("0.0.0.0/32", "10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
_PRIVATE_NAMES = (".local", ".localhost", ".internal", ".lan")


@rule("ME731", "media-address-private", occasion=has_media)
def media_address_private(chat: Chat, target: Target) -> Iterator[Violation]:
    """The address of an image or a file is inside the sender's own network, where the provider cannot fetch it.

    Send the bytes, or an address that everybody can reach. This usually comes from a file store on the same computer,
    whose address only works there.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://127.0.0.1:9000/ship.png"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]
    """
    text = "The provider cannot reach this address."
    for event in (*chat.images, *chat.of_kind("file")):
        if _is_private(event.value):
            yield at(event, text, "value", address=event.value)
    for event in chat.of_kind("other"):
        kind = event.raw.get("type") if isinstance(event.raw, dict) else None
        if not isinstance(kind, str) or not kind.endswith("_url"):
            continue
        holder = event.raw.get(kind)
        if isinstance(holder, dict) and _is_private(holder.get("url")):
            yield at_message(event.message, text, (*event.path, kind, "url"), address=holder["url"])


def _is_private(address: Json) -> bool:
    """Whether an `http` address names a host of a private network, or this computer."""
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        return False
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(_PRIVATE_NAMES)
    return any(number.version == network.version and number in network for network in _PRIVATE)
