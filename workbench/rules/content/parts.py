"""Message parts without a type, or with a type or field that the target does not accept."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.media import name_by_type
from workbench.json.patch import add, move, replace
from workbench.json.text import compact
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.media.keeping import keep_file
from workbench.rules.occasions import has_media, has_rest
from workbench.targets.contract import WARNING, Limits, Target


def add_part_type(context: RepairContext, finding: Finding) -> Fix | None:
    part = context.value(finding.at)
    if isinstance(part, str):
        return Fix(
            "Make it a text part", (replace(finding.at, {"type": "text", "text": part}),), True, "It is a text.", 0.9
        )
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return Fix("Set its type to text", (add(f"{finding.at}/type", "text"),), True, "It contains a text.", 0.95)
    if isinstance(part, dict) and isinstance(part.get("image_url"), dict):
        return Fix(
            "Set its type to image", (add(f"{finding.at}/type", "image_url"),), True, "It contains an image URL.", 0.95
        )
    if isinstance(part, dict):
        text = {"type": "text", "text": compact(part)}
        return Fix(
            "Keep it as JSON text",
            (replace(finding.at, text),),
            True,
            "Its type is unknown; nothing is lost.",
            0.6,
        )
    return None


@rule("CO607", "content-part-type-missing", fix=add_part_type, occasion=has_rest)
def content_part_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A content part has no `type`.

    This usually comes from putting whole messages, or bare strings, where parts belong.

    Bad (openai):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"text": "Hello"}]}]
    Good (openai):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.of_kind("other"):
        if event.path[:1] == ("content",) and not (isinstance(event.raw, dict) and "type" in event.raw):
            yield at(event, "The content part has no type.")


def parts_after_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Move images that a tool returned into a user message after the results."""
    index, limits = finding.message_index, context.target.limits
    in_tool = 0 <= index < len(context.chat.roles) and context.chat.roles[index] == "tool"
    result = next((event for event in context.events(index) if event.kind == "result"), None)
    if not in_tool or not context.in_list or result is None or result.path:
        return None  # only a result that is the whole message can have parts of any kind
    parts, key = result.value, context.format.traits.parts_key
    if not isinstance(parts, list) or result.places.get("value") != (key,):
        return None
    moved = [number for number, part in enumerate(parts) if _only_elsewhere(part, limits)]
    if not moved:
        return None
    roles = context.chat.roles
    end = next((after for after in range(index, len(roles)) if roles[after] != "tool"), len(roles))
    note = context.user_message([f"From the result of the call {result.id}:"])
    if note is None:
        return None
    after = {**note, key: [*note[key], *(parts[number] for number in moved)]}
    remaining = [part for number, part in enumerate(parts) if number not in moved]
    rest = remaining or "The result is in the message after the results."
    patch = (add(context.pointer(index, (key,)), rest), add(context.pointer(end), after))
    why = "A tool message may only contain text here. The parts do not change, but move to a note from the user's side."
    return Fix("Move the parts after the results", patch, True, why, 0.8)


def _only_elsewhere(part: object, limits: Limits) -> bool:
    """Whether other messages accept such a part and tool messages do not."""
    kind = part.get("type") if isinstance(part, dict) else None
    elsewhere = (limits.part_types or frozenset()) - (limits.tool_part_types or frozenset())
    return isinstance(kind, str) and kind in elsewhere


def after_results_or_left_out(context: RepairContext, finding: Finding) -> Fix | None:
    return parts_after_results(context, finding) or keep_file(context, finding)


@rule("CO608", "content-part-unsupported", fix=after_results_or_left_out, occasion=has_media)
def content_part_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The target, or this model, does not accept this kind of content part.

    This usually comes from another format's parts in this one, from audio for a model that does not accept audio, or
    from a file in a tool message that may only contain text.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "look", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "file", "file": {"file_id": "file-1"}}]}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "look", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "See the image."},
         {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]
    """
    for event in (*chat.rest, *chat.images):
        if event.kind in ("other", "file", "image", "thought") and (reason := _refused_part(event, chat, target)):
            is_certain, text = reason
            kind = event.raw.get("type") if isinstance(event.raw, dict) else None
            variant = "version" if kind in target.limits.part_types_by_version else ""
            violation = at(event, text, severity=None if is_certain else WARNING, kind=kind)
            yield violation._replace(variant=variant)


_PATH_OF_PART = 2
"""A part with a longer path is inside the result of a tool."""


def _refused_part(event: Event, chat: Chat, target: Target) -> tuple[bool, str] | None:
    """Whether the refusal is certain, and its reason; None if the part is accepted."""
    raw = event.raw if isinstance(event.raw, dict) else {}
    kind = raw.get("type")
    if not isinstance(kind, str) or not event.path:
        return None
    in_tool = chat.roles[event.message] == "tool" or len(event.path) > _PATH_OF_PART
    allowed = target.limits.tool_part_types if in_tool else target.limits.part_types
    if kind in target.limits.part_types_by_version and not in_tool:
        return False, f"A part of kind {quoted(kind)} is only accepted by newer versions of the API."
    if event.kind == "image" and target.limits.images_if_seen and chat.facts.sees and not in_tool:
        return None
    if allowed is None or kind in allowed or (event.kind == "image" and target.media.image_roles is not None):
        return None
    if kind == "input_audio" and not in_tool:
        if chat.facts.hears:
            return None
        return chat.model is not None, "The part is audio, which only audio models accept."
    if in_tool and not allowed:
        return None  # another rule reports that the list itself is refused
    return True, f"A part of kind {quoted(kind)} is not accepted here."


def under_its_usual_name(context: RepairContext, finding: Finding) -> Fix | None:
    """`data` is other providers' name for `file_data`, which also needs the name of a file."""
    parent, _, key = finding.at.rpartition("/")
    if key != "data" or context.value(f"{parent}/file_data") is not None:
        return None
    why = "The same bytes, under the name that this API uses."
    name = None if context.value(f"{parent}/filename") else name_by_type(context.value(finding.at))
    naming = (add(f"{parent}/filename", name),) if name else ()
    return Fix("Rename it to file_data", (move(finding.at, f"{parent}/file_data"), *naming), True, why, 0.9)


@rule("CO611", "content-part-unknown-field", fix=under_its_usual_name, occasion=has_rest)
def content_part_unknown_field(chat: Chat, target: Target) -> Iterator[Violation]:
    """A file part has a field that the API does not have.

    This usually comes from another provider's name for the same thing: `data` for `file_data`.

    Bad (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"data": "data:application/pdf;base64,JVBERi0xLjQ="}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "a.pdf",
          "file_data": "data:application/pdf;base64,JVBERi0xLjQ="}}]}]
    """
    for event in chat.of_kind("file"):
        inner = event.raw.get("file") if isinstance(event.raw, dict) else None
        for key in sorted(inner.keys() - {"file_data", "file_id", "filename"}) if isinstance(inner, dict) else ():
            violation = at(event, f"A file part has no field {quoted(key)} here.", key=key)
            yield violation._replace(path=(*event.path, "file", key))
