"""What can be kept of a file that the target does not take as it is.

The bytes, where they were encoded once too often; the whole file, where only its place is wrong; its address, where
the file itself was never in the request. Bytes that a model cannot read are shown and not taken away by themselves.
"""

from __future__ import annotations

import re

from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.media import inner_base64, media_type_of_base64, split_data_url
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import leaves
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import is_one_of_several
from workbench.rules.media.data import base64_of

FOLLOWS = "The file follows the result."
_ADDRESS = re.compile(r"(?:https?|s3|gs|file)://\S+", re.IGNORECASE)


def encoded_once(context: RepairContext, finding: Finding) -> Fix | None:
    """The bytes of an image or a file that was encoded twice, or that has its data URL where only base64 belongs."""
    event = context.event(finding.at, "image", "file")
    data = base64_of(event) if event is not None else None
    if event is None or not data or not isinstance(event.value, str) or "value" not in event.places:
        return None
    place = context.at(event, "value")
    url = split_data_url(event.value)
    if url is not None and context.target.media.bare_base64 and media_type_of_base64(url.data):
        why = "The same bytes. The type of the data is in a field of its own."
        return Fix("Leave only the base64", (replace(place, url.data),), True, why, 0.95)
    inner = inner_base64(data)
    if inner is None:
        return None
    prefix = event.value[: -len(data)] if event.value.endswith(data) else ""
    why = f"Decoded once, it is base64 of a {media_type_of_base64(inner)}. The bytes stay the same."
    return Fix("Undo the second encoding", (replace(place, prefix + inner),), True, why, 0.95)


def kept_elsewhere(context: RepairContext, finding: Finding) -> Fix | None:
    """The file beside the result that holds it, its address as a text, or, not by itself, a note instead of it."""
    event = context.event(finding.at, "file", "image")
    if event is None or not event.path:
        return None
    facts, in_result = context.chat.facts, len(event.path) > 2
    only_beside = facts.images_in_results if event.kind == "image" else facts.files_in_results
    if in_result and only_beside is False and facts.watches is not False and facts.mixes_results is not False:
        return _beside_its_result(context, event)
    return _address_as_text(context, event) or _left_out(context, event)


def _beside_its_result(context: RepairContext, event: Event) -> Fix | None:
    holder = context.of_message(event.message, event.path[:-1])
    siblings, blocks = context.value(holder), context.value(context.of_message(event.message, event.path[:1]))
    note, place = context.text_block("(file attached)"), context.of_message(event.message, (*event.path[:1], "-"))
    if not isinstance(siblings, list) or not isinstance(blocks, list) or note is None:
        return None
    rest = [block for number, block in enumerate(siblings) if number != event.path[-1]]
    patch = (replace(holder, rest or [context.text_block(FOLLOWS)]), add(place, note), add(place, event.raw))
    why = "The file stays as it is. This model takes it next to the result of a tool, but not inside it."
    return Fix("Move the file next to the result", patch, True, why, 0.85)


def _address_as_text(context: RepairContext, event: Event) -> Fix | None:
    """Only where the request holds nothing of the file but words: its address, its name, its type."""
    texts = [leaf for _, leaf in leaves(event.raw) if isinstance(leaf, str)]
    addresses = [text for text in texts if _ADDRESS.fullmatch(text)]
    if len(addresses) != 1 or any(len(text) > 200 for text in texts if text not in addresses):
        return None
    named = [text for text in texts if text not in addresses and text not in _KINDS]
    block = context.text_block(" ".join((*named, addresses[0])))
    if block is None:
        return None
    why = "The model cannot open it, and the request holds only its address, which stays."
    return Fix("Keep the address of the file as text", (replace(context.at(event), block),), True, why, 0.8)


_KINDS = frozenset(
    {"input_file", "input_image", "image_url", "file", "image", "document", "url", "auto", "low", "high"}
)
"""Words that say what a part is, and nothing about this file."""


def _left_out(context: RepairContext, event: Event) -> Fix | None:
    what = (event.media_type or "file").partition("/")[0]
    what = "file" if what == "application" else what
    if is_one_of_several(context, event):
        patch = remove(context.at(event))
    else:
        note = context.text_block(f"(A {what} was here.)")
        if note is None:
            return None
        patch = replace(context.at(event), note)
    why = f"This model does not take it. What the {what} holds would be lost."
    return Fix(f"Leave out the {what}", (patch,), False, why, 0.5)
