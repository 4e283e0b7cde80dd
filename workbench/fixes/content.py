"""Content, images and what is lost on the way: written so that nothing falls out."""

from __future__ import annotations

import ast

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, add, fixer, remove, replace
from workbench.formats.contract import Tool
from workbench.jsontext import Json, compact
from workbench.media import media_type_of_base64, split_data_url
from workbench.rules.content import marks_beside
from workbench.rules.losses import looks_like_python


@fixer("format-wrong-for-target")
def write_known_content(patient: Patient, finding: Finding) -> Fix | None:
    message = patient.value(finding.at)
    if not isinstance(message, dict) or "content" not in message:
        return None
    if message["content"] is None:
        why = "There is nothing to lose: the content is null."
        return Fix("Write an empty text", (replace(f"{finding.at}/content", ""),), True, why, 0.9)
    content = message["content"]
    only_text = (
        isinstance(content, dict) and content.keys() <= {"type", "text"} and isinstance(content.get("text"), str)
    )
    text = content["text"] if only_text else compact(content)
    return Fix("Write the content as text", (replace(f"{finding.at}/content", text),), True, "It says the same.", 0.8)


@fixer("content-null")
def empty_instead_of_null(patient: Patient, finding: Finding) -> Fix | None:
    if patient.report.target.name in ("anthropic", "bedrock"):
        return _without_message(patient, finding)
    pointer = finding.at if finding.at.endswith("/content") else f"{finding.at}/content"
    if patient.value(pointer) is not None or not isinstance(patient.value(pointer.rpartition("/")[0]), dict):
        return None
    return Fix("Write an empty text", (add(pointer, ""),), True, "There is nothing to lose: the content is null.", 0.9)


@fixer("content-empty")
def _without_message(patient: Patient, finding: Finding) -> Fix | None:
    if not patient.in_list or len(patient.chat.messages) < 2 or _says_something(patient, finding.message_index):
        return None
    patch = (remove(patient.of_message(finding.message_index)),)
    return Fix("Leave out the empty message", patch, True, "It holds nothing.", 0.9)


def _says_something(patient: Patient, index: int) -> bool:
    """Whether the message holds anything in the file, even where nothing of it reaches the target."""
    return not 0 <= index < len(patient.chat.messages) or any(
        event.kind != "text" or event.value not in (None, "") for event in patient.chat.of_message(index)
    )


@fixer("content-empty-text", "content-whitespace-text")
def without_block(patient: Patient, finding: Finding) -> Fix | None:
    event = patient.event(finding.at, "text")
    if event is None or not event.path or not isinstance(event.path[-1], int) or str(event.value or "").strip():
        return None
    siblings = patient.value(patient.of_message(event.message, event.path[:-1]))
    blank = finding.rule == "content-whitespace-text"
    why = "It holds only blanks." if blank else "It holds nothing."
    if isinstance(siblings, list) and len(siblings) == 1 and len(event.path) == 2:
        if not patient.in_list or len(patient.chat.messages) < 2:
            return None
        return Fix("Leave out the empty message", (remove(patient.of_message(event.message)),), not blank, why, 0.9)
    return Fix("Leave out the empty block", (remove(patient.at(event)),), not blank, why, 0.9)


@fixer("content-type-mismatch")
def write_content_as_text(patient: Patient, finding: Finding) -> Fix | None:
    content = patient.value(finding.at)
    if not finding.at.endswith(("/content", "/output")) or (content is None and finding.at.endswith("/content")):
        return None
    if content is None:
        return Fix("Write an empty text", (replace(finding.at, ""),), True, "There is nothing to lose.", 0.9)
    if isinstance(content, list):
        found = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        texts = [text for text in found if isinstance(text, str)]
        if len(texts) != len(content):
            return None
        why = "All parts are texts; joined they say the same."
        return Fix("Join the parts into one text", (replace(finding.at, "\n".join(texts)),), True, why, 0.95)
    return Fix(
        "Write the content as JSON text",
        (replace(finding.at, compact(content)),),
        True,
        "The same value, as text.",
        0.9,
    )


@fixer("content-part-type-missing")
def add_part_type(patient: Patient, finding: Finding) -> Fix | None:
    part = patient.value(finding.at)
    if isinstance(part, str):
        return Fix(
            "Make it a text part", (replace(finding.at, {"type": "text", "text": part}),), True, "It is a text.", 0.9
        )
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return Fix("Say that it is a text", (add(f"{finding.at}/type", "text"),), True, "It holds a text.", 0.95)
    if isinstance(part, dict) and isinstance(part.get("image_url"), dict):
        return Fix(
            "Say that it is an image", (add(f"{finding.at}/type", "image_url"),), True, "It holds an image URL.", 0.95
        )
    if isinstance(part, dict):
        text = {"type": "text", "text": compact(part)}
        return Fix(
            "Keep it as JSON text",
            (replace(finding.at, text),),
            True,
            "What it is cannot be known; nothing is lost.",
            0.6,
        )
    return None


@fixer("assistant-trailing-whitespace")
def strip_end(patient: Patient, finding: Finding) -> Fix | None:
    text = patient.value(finding.at)
    if not isinstance(text, str):
        return None
    return Fix("Take the blanks off the end", (replace(finding.at, text.rstrip()),), True, "Only blanks go.", 0.95)


@fixer("cache-control-too-many")
def fewer_marks(patient: Patient, finding: Finding) -> Fix | None:
    """The oldest marks go; the cache is found by the newest."""
    marked = [e for e in patient.chat.events if isinstance(e.raw, dict) and e.raw.get("cache_control")]
    places = list(dict.fromkeys(patient.at(event) for event in marked))
    beside = sum(marks_beside(patient.conversation.settings.get(key)) for key in ("system", "tools"))
    spare = len(places) + beside - (patient.report.target.limits.cache_markers or 0)
    if not 0 < spare <= len(places):
        return None
    patch = tuple(remove(f"{place}/cache_control") for place in places[:spare])
    return Fix("Take away the oldest cache marks", patch, True, "Marks are no content.", 0.9)


@fixer("image-no-data-prefix")
def prefix_from_bytes(patient: Patient, finding: Finding) -> Fix | None:
    image = patient.event(finding.at, "image")
    value = image.value if image else None
    kind = media_type_of_base64(value)
    if image is None or kind is None:
        return None
    url = f"data:{kind};base64,{value}"
    why = f"The first bytes are those of a {kind}."
    place = patient.at(image, "value")
    if isinstance(image.raw, dict) and isinstance(image.raw.get("image_url"), str) and place.endswith("/url"):
        return Fix(f"Write it as a data URL of {kind}", (replace(place[:-4], {"url": url}),), True, why, 0.95)
    return Fix(f"Write it as a data URL of {kind}", (replace(place, url),), True, why, 0.97)


@fixer("image-media-type-mismatch")
def type_from_bytes(patient: Patient, finding: Finding) -> Fix | None:
    image = patient.event(finding.at, "image")
    if image is None or not isinstance(image.value, str):
        return None
    url = split_data_url(image.value)
    kind = media_type_of_base64(url.data if url else image.value)
    if kind is None or image.media_type is None:
        return None
    why = f"The first bytes are those of a {kind}."
    title = f"Mark it as {kind}"
    if url is not None:
        return Fix(
            title,
            (replace(patient.at(image, "value"), image.value.replace(str(url.media_type), kind, 1)),),
            True,
            why,
            0.97,
        )
    if "media_type" not in image.places:
        return None
    written = kind.split("/")[1] if "/" not in str(patient.value(patient.at(image, "media_type"))) else kind
    return Fix(title, (replace(patient.at(image, "media_type"), written),), True, why, 0.97)


@fixer("role-system-misplaced")
def system_beside(patient: Patient, finding: Finding) -> Fix | None:
    """A leading system message becomes the system prompt of the body; in a bare list there is no place for it."""
    conversation = patient.conversation
    if not conversation.base or not patient.in_list or finding.message_index != 0 or patient.chat.roles[0] != "system":
        return None
    body = conversation.base.rsplit("/", 1)[0]
    texts = [
        event.value for event in patient.chat.of_message(0) if event.kind == "text" and isinstance(event.value, str)
    ]
    present = conversation.settings.get("system")
    blocks: list[Json] = [{"type": "text", "text": text} for text in texts]
    if conversation.format == "bedrock-converse":
        blocks = [{"text": text} for text in texts]
    if isinstance(present, str):
        blocks = [{"type": "text", "text": present}, *blocks]
    elif isinstance(present, list):
        blocks = [*present, *blocks]
    why = "The same words, where this API keeps them."
    patch = (add(f"{body}/system", blocks), remove(patient.of_message(0)))
    return Fix("Move the system prompt beside the messages", patch, True, why, 0.95)


@fixer("error-text-lost")
def keep_error_text(patient: Patient, finding: Finding) -> Fix | None:
    result = patient.event(finding.at, "result")
    error = patient.value(finding.at)
    if result is None or not isinstance(error, str):
        return None
    if result.value in (None, "", [], {}):
        value: Json = error
    elif isinstance(result.value, str):
        value = f"{result.value}\n{error}"
    else:
        return None
    why = "The words are copied to where the model reads; they also stay where they are."
    return Fix("Keep the text", (add(patient.at(result, "value"), value),), True, why, 0.95)


@fixer("falsy-result-erased")
def write_null_as_text(patient: Patient, finding: Finding) -> Fix | None:
    result = patient.event(finding.at, "result")
    if result is None:
        return None
    return Fix(
        "Write the value as text", (replace(finding.at, compact(result.value)),), True, "The same value, as text.", 0.8
    )


@fixer("python-repr-output")
def python_as_json(patient: Patient, finding: Finding) -> Fix | None:
    text = patient.value(finding.at)
    if not isinstance(text, str) or not looks_like_python(text):
        return None
    try:
        value = ast.literal_eval(text.strip())
        written = compact(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return Fix("Write it as JSON", (replace(finding.at, written),), True, "The same data, in JSON.", 0.95)


@fixer("reasoning-item-unpaired")
def without_reasoning(patient: Patient, finding: Finding) -> Fix | None:
    item = patient.value(finding.at)
    if not isinstance(item, dict) or item.get("type") != "reasoning" or not patient.in_list:
        return None
    says_nothing = not item.get("summary") and not item.get("content")
    why = "It says nothing that could be read." if says_nothing else "Its summary would be lost."
    return Fix("Leave out the reasoning item", (remove(finding.at),), says_nothing, why, 0.7)


@fixer("thinking-missing-before-tool-use")
def turn_thinking_off(patient: Patient, finding: Finding) -> Fix | None:
    """Thoughts that are gone cannot be made up; without thinking the request is taken."""
    body = patient.conversation.base.rpartition("/")[0]
    if not patient.conversation.base or "thinking" not in patient.conversation.settings:
        return None
    why = "The thinking is not in the file. This changes what is asked of the model."
    return Fix("Turn thinking off for this request", (replace(f"{body}/thinking", {"type": "disabled"}),), False, why)


@fixer("tool-config-missing")
def define_used_tools(patient: Patient, finding: Finding) -> Fix | None:
    """The names are in the history; what arguments the tools take is not."""
    body = patient.conversation.base.rpartition("/")[0]
    if not patient.conversation.base:
        return None
    names = dict.fromkeys(call.name for call in patient.chat.calls if isinstance(call.name, str) and call.name)
    tools = patient.format.write_tools([Tool(name, "", {"type": "object"}) for name in names])
    why = "The history names the tools; their arguments are not known, so any are allowed."
    patch = tuple(add(f"{body}/{key}", value) for key, value in tools.items())
    return Fix("Define the tools that the history uses", patch, False, why, 0.5) if patch else None
