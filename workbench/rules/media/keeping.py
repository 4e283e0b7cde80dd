"""Keep as much as possible of a file that the target does not accept.

Undo a second encoding; move a file that is in the wrong place; keep the URL of a file whose bytes are not in the
request. Removing bytes that a model cannot read is only suggested.
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
_URL = re.compile(r"(?:https?|s3|gs|file)://\S+", re.IGNORECASE)


def encoded_once(context: RepairContext, finding: Finding) -> Fix | None:
    """Undo a second encoding, or reduce a data URL to its base64 where only that is accepted."""
    event = context.event(finding.at, "image", "file")
    data = base64_of(event) if event is not None else None
    if event is None or not data or not isinstance(event.value, str) or "value" not in event.places:
        return None
    place = context.at(event, "value")
    url = split_data_url(event.value)
    if url is not None and context.target.media.bare_base64 and media_type_of_base64(url.data):
        why = "The bytes are the same. Their type has its own field."
        return Fix("Leave only the base64", (replace(place, url.data),), True, why, 0.95)
    inner = inner_base64(data)
    if inner is None:
        return None
    prefix = event.value[: -len(data)] if event.value.endswith(data) else ""
    why = f"Decoded once, it is base64 of a {media_type_of_base64(inner)}. The bytes stay the same."
    return Fix("Undo the second encoding", (replace(place, prefix + inner),), True, why, 0.95)


def keep_file(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the file next to its result, or keep its URL as text, or suggest to leave it out."""
    event = context.event(finding.at, "file", "image")
    if event is None or not event.path:
        return None
    facts, in_result = context.chat.facts, len(event.path) > 2
    accepted_inside = facts.images_in_results if event.kind == "image" else facts.files_in_results
    if in_result and accepted_inside is False and facts.watches is not False and facts.mixes_results is not False:
        return _moved_next_to_result(context, event)
    return _url_as_text(context, event) or _left_out(context, event)


def _moved_next_to_result(context: RepairContext, event: Event) -> Fix | None:
    parent = context.pointer(event.message, event.path[:-1])
    siblings, blocks = context.value(parent), context.value(context.pointer(event.message, event.path[:1]))
    note, place = context.text_block("(file attached)"), context.pointer(event.message, (*event.path[:1], "-"))
    if not isinstance(siblings, list) or not isinstance(blocks, list) or note is None:
        return None
    rest = [block for number, block in enumerate(siblings) if number != event.path[-1]]
    patch = (replace(parent, rest or [context.text_block(FOLLOWS)]), add(place, note), add(place, event.raw))
    why = "The file does not change. This model accepts it next to the result of a tool, but not inside it."
    return Fix("Move the file next to the result", patch, True, why, 0.85)


def _url_as_text(context: RepairContext, event: Event) -> Fix | None:
    """Keep the URL as text, if the request contains only the file's URL, name and type, and not its bytes."""
    texts = [leaf for _, leaf in leaves(event.raw) if isinstance(leaf, str)]
    urls = [text for text in texts if _URL.fullmatch(text)]
    if len(urls) != 1 or any(len(text) > 200 for text in texts if text not in urls):
        return None
    named = [text for text in texts if text not in urls and text not in _KINDS]
    block = context.text_block(" ".join((*named, urls[0])))
    if block is None:
        return None
    why = "The model cannot open it. The request contains only its URL, which stays."
    return Fix("Keep the URL of the file as text", (replace(context.at(event), block),), True, why, 0.8)


_KINDS = frozenset(
    {"input_file", "input_image", "image_url", "file", "image", "document", "url", "auto", "low", "high"}
)
"""Values that describe the kind of a part, not this file."""


def _left_out(context: RepairContext, event: Event) -> Fix | None:
    kind = (event.media_type or "file").partition("/")[0]
    kind = "file" if kind == "application" else kind
    if is_one_of_several(context, event):
        patch = remove(context.at(event))
    else:
        note = context.text_block(f"(A {kind} was here.)")
        if note is None:
            return None
        patch = replace(context.at(event), note)
    why = f"This model does not accept it, but the content of the {kind} would be lost."
    return Fix(f"Leave out the {kind}", (patch,), False, why, 0.5)
