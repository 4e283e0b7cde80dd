"""Find the subject of an error that names neither a place nor an id: the last message, an empty text, the images, …

Each row has a pattern for the subject and a function that finds its most likely place; the first row with a place wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from workbench.checks.chat import Chat
from workbench.json.pointer import Path, containers, leaves
from workbench.json.text import Json, compact
from workbench.locating.outside import UNKNOWN_MODEL
from workbench.locating.tool_definitions import definitions

Spot = tuple[int, Path]
"""The index of a message and the path inside it. The index -1 means the request, and the path is that of a setting."""
Finder = Callable[[Chat, re.Match[str]], Spot | None]


def subject_of(words: str, chat: Chat) -> Spot | None:
    return _first_spot(SUBJECTS, words, chat)


def turn_out_of_order(words: str, chat: Chat) -> Spot | None:
    """Return the turn that is out of order. Such a sentence quotes roles, which are too common to search for."""
    return _first_spot(ORDER_OF_TURNS, words, chat)


def _first_spot(rows: tuple[tuple[re.Pattern[str], Finder], ...], words: str, chat: Chat) -> Spot | None:
    for pattern, finder in rows:
        if (match := pattern.search(words)) and (spot := finder(chat, match)) is not None:
            return spot
    return None


def _first_of(spots: Iterator[Spot]) -> Spot | None:
    return next(spots, None)


def _last_message(chat: Chat, _: re.Match[str]) -> Spot | None:
    return (len(chat.messages) - 1, ()) if chat.messages else None


def _first_message(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first message that is not a system message."""
    return _first_of((index, ()) for index, role in enumerate(chat.roles) if role != "system")


def _largest_message(chat: Chat, _: re.Match[str]) -> Spot | None:
    return largest_message("", chat)


def largest_message(_: str, chat: Chat) -> Spot | None:
    """Return the largest message. The entire request is too long, and shortening starts there."""
    sizes = [len(compact(message)) for message in chat.messages]
    return (sizes.index(max(sizes)), ()) if sizes else None


def _role_after_role(chat: Chat, match: re.Match[str]) -> Spot | None:
    pairs = enumerate(pairwise(chat.roles))
    return _first_of((index + 1, ()) for index, (before, role) in pairs if (role, before) == (match[1], match[2]))


def _same_role_twice(chat: Chat, _: re.Match[str]) -> Spot | None:
    pairs = enumerate(pairwise(chat.roles))
    return _first_of((index + 1, ()) for index, (before, role) in pairs if before == role and role != "tool")


def _late_system(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((index, ()) for index, role in enumerate(chat.roles) if role == "system" and index)


def _odd_role(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first role that is not one of the four that every server knows."""
    key = chat.format.role_key
    roles = ((index, message.get(key)) for index, message in enumerate(chat.messages) if isinstance(message, dict))
    return _first_of((index, (key,)) for index, role in roles if isinstance(role, str) and role not in _USUAL_ROLES)


_USUAL_ROLES = frozenset({"system", "user", "assistant", "tool", "model"})


def _named_speaker(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first name on a message that is not the user's."""
    return _first_of(
        (index, ("name",))
        for index, message in enumerate(chat.messages)
        if isinstance(message, dict) and message.get("name") and chat.roles[index] != "user"
    )


def _any_system(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((index, ()) for index, role in enumerate(chat.roles) if role == "system")


def _empty(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return an empty or blank text; if there is none, an empty list or object, and last a content that is null."""
    found: dict[type, Spot] = {}
    for index, message in enumerate(chat.messages):
        for path, value in leaves(message):
            if _is_content(path) and _is_empty(value):
                found.setdefault(type(value), (index, path))
    return next((found[kind] for kind in (str, list, dict, type(None)) if kind in found), None)


def _without_content(chat: Chat, match: re.Match[str]) -> Spot | None:
    """Return a message without the field for content, or the first empty content if all messages have it."""
    key = chat.format.traits.parts_key or "content"
    missing = _first_of(
        (index, ())
        for index, message in enumerate(chat.messages)
        if isinstance(message, dict) and chat.roles[index] and key not in message
    )
    return missing or _empty(chat, match)


def _is_content(path: Path) -> bool:
    names = [step for step in path if isinstance(step, str)]
    return not names or names[-1] in _CONTENT_KEYS


_CONTENT_KEYS = frozenset(
    {"content", "text", "parts", "blocks", "thinking", "output", "result", "url", "image_url", "data", "summary"}
)


def _is_empty(value: object) -> bool:
    return value in (None, [], {}) or (isinstance(value, str) and not value.strip())


def _images(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the last image, because earlier requests with the images before it were accepted."""
    return _first_of((event.message, event.path) for event in reversed(chat.images))


def _files(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((event.message, event.path) for event in reversed(list(chat.of_kind("file"))))


def _media(chat: Chat, match: re.Match[str]) -> Spot | None:
    return _images(chat, match) or _files(chat, match)


def _addresses(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of(
        (index, path)
        for index, message in enumerate(chat.messages)
        for path, value in leaves(message)
        if isinstance(value, str) and value.startswith(("http://", "https://", "gs://", "s3://"))
    )


def _thoughts(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((event.message, event.path) for event in chat.of_kind("thought"))


def _signatures(chat: Chat, match: re.Match[str]) -> Spot | None:
    """Return the block with the newest signature."""
    spots = [
        (index, path[:-1])
        for index, message in enumerate(chat.messages)
        for path, value in leaves(message)
        if isinstance(value, str) and value and path and "signature" in str(path[-1]).lower()
    ]
    return spots[-1] if spots else _thoughts(chat, match)


def _last_assistant(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of(
        (len(chat.roles) - 1 - back, ()) for back, role in enumerate(reversed(chat.roles)) if role == "assistant"
    )


def _results(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((event.message, event.path) for event in chat.results)


def _calls(chat: Chat, _: re.Match[str]) -> Spot | None:
    return _first_of((event.message, event.path) for event in chat.calls)


def _arguments(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first arguments that are not a JSON object, or the first call's arguments if all of them are."""
    invalid = (event for event in chat.calls if isinstance(event.value, str) and not _is_object(event.value))
    event = next(invalid, None) or next(iter(chat.calls), None)
    return (event.message, event.at("value")) if event else None


def _is_object(text: str) -> bool:
    return text.strip()[:1] == "{" and text.strip()[-1:] == "}"


def _calling_message(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the newest message with a tool call and no thinking, or the newest one with a call."""
    thinking = {event.message for event in chat.of_kind("thought")}
    calling = [event.message for event in reversed(chat.calls)]
    without_thinking = next((index for index in calling if index not in thinking), None)
    return (without_thinking, ()) if without_thinking is not None else next(((index, ()) for index in calling), None)


def _setting(*keys: str) -> Finder:
    def find(chat: Chat, _: re.Match[str]) -> Spot | None:
        return next(((-1, (key,)) for key in keys if key in chat.settings), None)

    return find


def _message_with_token(chat: Chat, match: re.Match[str]) -> Spot | None:
    """Return the first text that contains a special token of a chat template."""
    for index, message in enumerate(chat.messages):
        for path, value in leaves(message):
            if isinstance(value, str) and match[0] in value:
                return index, path
    return None


def _odd_tool_name(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first tool name with characters that some provider refuses, or the first name if there is none."""
    tools = definitions(dict(chat.settings))
    names = [((*tool.path, *place), name) for tool in tools for place, name in _names_of(tool.value)]
    odd = next((place for place, name in names if not _USUAL_NAME.fullmatch(name)), None)
    return (-1, odd) if odd is not None else next(((-1, place) for place, _ in names), None)


def _names_of(value: dict[str, Json]) -> Iterator[tuple[Path, str]]:
    function = value.get("function")
    for path, holder in (((), value), (("function",), function)):
        if isinstance(holder, dict) and isinstance(name := holder.get("name"), str):
            yield (*path, "name"), name


def _odd_tool_type(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the type of the first tool that is not a function, or the tool itself if it has no type."""
    tools = chat.settings.get("tools")
    kinds = [tool.get("type") if isinstance(tool, dict) else None for tool in tools] if isinstance(tools, list) else []
    found = next(((number, kind) for number, kind in enumerate(kinds) if kind != "function"), None)
    return None if found is None else (-1, ("tools", found[0], *(() if found[1] is None else ("type",))))


def _tool_without_schema(chat: Chat, _: re.Match[str]) -> Spot | None:
    """Return the first tool definition without a schema for its arguments."""
    tools = definitions(dict(chat.settings))
    return next(((-1, tool.path) for tool in tools if tool.schema == tool.path), None)


def _quoted_schema(chat: Chat, match: re.Match[str]) -> Spot | None:
    """Return the schema that the sentence quotes, by its letters and digits."""
    quoted = _letters(match[1])
    for key in ("tools", "functions", "response_format"):
        for path, schema in containers(chat.settings.get(key)):
            if isinstance(schema, dict) and quoted and _letters(compact(schema)) == quoted:
                return -1, (key, *path)
    return None


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


def _constraint(chat: Chat, match: re.Match[str]) -> Spot | None:
    """Return the first pattern in a tool's schema, or else its highest bound: what a grammar can hardly express."""
    found: list[tuple[bool, float, Path]] = []
    for path, value in leaves(chat.settings.get("tools")):
        if path and path[-1] in _BOUNDS and isinstance(value, (int, str)):
            found.append((True, 0, path) if isinstance(value, str) else (False, value, path))
    if not found:
        return _TOOLS(chat, match)
    _, _, path = max(found, key=lambda row: row[:2])
    return -1, ("tools", *path)


_BOUNDS = frozenset({"pattern", "maxLength", "maxItems", "minLength", "minItems"})
_USUAL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")


def _rows(*rows: tuple[str, Finder]) -> tuple[tuple[re.Pattern[str], Finder], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), finder) for pattern, finder in rows)


_TOOLS = _setting("tools", "functions", "toolConfig", "tool_config")
_EFFORT = _setting("reasoning_effort", "reasoning", "output_config")
_OUTPUT_LIMIT = _setting(
    "max_tokens", "max_completion_tokens", "max_output_tokens", "inferenceConfig", "generationConfig"
)
ORDER_OF_TURNS = _rows(
    (r"role '?(?:RoleEnum\.)?(\w+)'? after role '?(?:RoleEnum\.)?(\w+)'?", _role_after_role),
    (r"alternat|successive|in a row|consecutive|interleave", _same_role_twice),
    (r"(?:last|final) (?:message|role|turn).{0,40}\b(?:must|should|has to|cannot|expected|but got)\b"
     r"|expected last role|must end with", _last_message),
    (r"(?:first|start|begin)\w* (?:message|with|turn).{0,40}\b(?:must|should|user)\b|must start", _first_message),
)  # fmt: skip
SUBJECTS = ORDER_OF_TURNS[:1] + _rows(
    (r"unrecognized schema: (.+)", _quoted_schema),
    (r"parse grammar", _constraint),
    (r"<\|\w+\|>", _message_with_token),
    (r"'(?:minimal|low)',? (?:or )?'(?:low|medium)'", _EFFORT),
    (r"message.{0,30}\bhave a name\b", _named_speaker),
    (r"content\b.{0,20}\b(?:field )?(?:is )?(?:a )?(?:required|missing)\b", _without_content),
    (r"max_tokens: \d|number of output tokens|max_\w*tokens. must be", _OUTPUT_LIMIT),
    (r"too (?:long|many tokens)|too large for model|(?:context|input) (?:length|window|limit|size)"
     r"|tokens? (?:count|limit)|input tokens|reduce the length|payload size|prompt length|maximum size|上下文",
     _largest_message),
    (r"(?:reasoning|thinking)\w*.{0,80}(?:passed? back|missing|must be|required)", _calling_message),
    (r"not support thinking|thinking is not supported", _setting(
        "think", "thinking", "enable_thinking", "reasoning", "reasoning_effort", "chat_template_kwargs")),
    (r"tool[_ ]choice", _setting("tool_choice", "toolConfig", "tool_config")),
    (r"stop (?:sequence|string)", _setting("stop", "stop_sequences", "inferenceConfig", "generationConfig")),
    (r"json mode|response[_ ]format|json_schema|structured[_ ]outputs?|response mime|word 'json'", _setting(
        "response_format", "text", "output_config", "generationConfig")),
    (r"\bstream", _setting("stream_options", "stream")),
    (r"effort", _EFFORT),
    (r"temperature|top_p|sampling", _setting("temperature", "top_p", "inferenceConfig", "generationConfig")),
    (r"\bstore\b", _setting("store")),
    (r"alternat|successive|in a row|consecutive|interleave", _same_role_twice),
    (r"(?:last|final) (?:message|role|position|turn)|\bend(?:s|ing)? with|prefill|at the end|must be last",
     _last_message),
    (r"system.{0,40}(?:beginning|first|middle|after)|(?:beginning|first).{0,40}system", _late_system),
    (r"(?:function|tool)(?:'s)? names?\b", _odd_tool_name),
    (r"\btool types?\b|type of tool", _odd_tool_type),
    (r"\bparameters\b.{0,20}\b(?:empty|missing|required|null)\b", _tool_without_schema),
    (r"(?:first|start|begin)\w* (?:message|with|of|turn)|must start|comes immediately after a user", _first_message),
    (r"no user (?:query|message)|(?:not contain|without|lack).{0,40}\buser\b|messages 参数非法"
     r"|messages parameter is illegal", _first_message),
    (r"(?:fetch|download|retriev|access).{0,60}(?:url|uri|content|file|image)|\burls?\b", _addresses),
    (r"empty|blank|at least one|either|must (?:have content|include|contain)|whitespace|\bnull\b|<nil>|不能.*为空",
     _empty),
    (r"\bimages?\b|image\(s\)|vision|pixels|mmproj|image_url", _images),
    (r"\b(?:files?|documents?|pdf|pages?|video|audio)\b", _files),
    (r"base64|media|data url|mime", _media),
    (r"signature", _signatures),
    (r"thinking|reasoning|encrypted", _thoughts),
    (r"arguments?\b|json decode|invalid json|valid json|jsondecodeerror|expecting|unterminated|line \d+,? column \d+",
     _arguments),
    (r"tool (?:result|response|output|message|role)|toolresult|function response|role 'tool'", _results),
    (r"tool[_ -]?(?:call|use)|function call", _calls),
    (r"schema|function declaration|\btools?\b|\bfunctions?\b", _TOOLS),
    (r"system (?:message|prompt|instruction|role|turn)|developer instruction", _any_system),
    (rf"\bmodel\b.{{0,60}}(?:invalid|not supported)|operation is unsupported|{UNKNOWN_MODEL.pattern}",
     _setting("model", "modelId")),
    (r"assistant message", _last_assistant),
    (r"\brole\b", _odd_role),
    (r"\brole\b", _same_role_twice),
)  # fmt: skip
