"""Built-in tools together with functions, tool settings and cached content."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, move, remove
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import WARNING, Target

_FUNCTIONS = frozenset({"functionDeclarations", "function_declarations"})
_CONFIGS = ("toolConfig", "tool_config")
_ANNOUNCED = ("includeServerSideToolInvocations", "include_server_side_tool_invocations")
_OLD_SEARCH = ("googleSearchRetrieval", "google_search_retrieval")
_CALLING = ("functionCallingConfig", "function_calling_config")
_CACHED = ("cachedContent", "cached_content")
_CACHED_SETTINGS = ("systemInstruction", "system_instruction", "tools", *_CONFIGS)


def _tools(chat: Chat) -> list[tuple[Path, dict[str, Json]]]:
    """The path and value of each tool object, which may contain functions and built-in tools."""
    tools = chat.settings.get("tools")
    listed = enumerate(tools) if isinstance(tools, list) else ()
    found: list[tuple[Path, dict[str, Json]]] = [(("tools", n), tool) for n, tool in listed if isinstance(tool, dict)]
    return [(("tools",), tools)] if isinstance(tools, dict) else found


def _offered(tool: dict[str, Json]) -> set[str]:
    return {key for key, value in tool.items() if value is not None and value != []}


def without_empty_tool(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the entry, and the list if it has no other."""
    holder = finding.at.rpartition("/")[0]
    if context.value(finding.at) != {}:
        return None
    place = holder if context.value(holder) == [{}] else finding.at
    return Fix("Leave out the empty entry", (remove(place),), True, "It is empty.", 0.95)


@rule("RQ163", "tool-empty", fix=without_empty_tool)
def tool_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """An entry in the list of tools has neither functions nor a built-in tool.

    This usually comes from a program that adds the entry although it found no tools. For an entry with an empty list of
    functions it is a warning.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    for path, tool in _tools(chat):
        if not _offered(tool):
            yield at_setting(path, "This entry offers no tool.", severity=WARNING if tool else None)


def announce(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the flag with which the answer reports what the built-in tools did."""
    settings = context.conversation.settings
    if not context.target.request.tools.must_announce_built_in or context.chat.facts.mixes_tools is not True:
        return None
    root = finding.at[: finding.at.rindex("/tools")]
    config = next((key for key in _CONFIGS if isinstance(settings.get(key), dict)), None)
    place, value = (
        (f"{root}/{config}/{_ANNOUNCED[0]}", True) if config else (f"{root}/{_CONFIGS[0]}", {_ANNOUNCED[0]: True})
    )
    why = "The API requires this setting. The answer then also contains what the built-in tools did."
    return Fix("Ask for the calls of the built-in tools", (add(place, value),), True, why, 0.9)


def join_functions(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the functions of a further list to the first one."""
    tools = _tools(context.chat)
    body = context.conversation.body
    listed = [(body + to_pointer(path), tool) for path, tool in tools if _offered(tool) & _FUNCTIONS]
    further = next((tool for place, tool in listed[1:] if place == finding.at), None)
    if further is None or len(further) != 1 or any(_offered(tool) - _FUNCTIONS for _, tool in tools):
        return None
    place, first = listed[0]
    (functions,), key = further.values(), next(key for key in first if key in _FUNCTIONS)
    if not isinstance(functions, list) or not isinstance(first[key], list):
        return None
    patch = (*(add(f"{place}/{key}/-", function) for function in functions), remove(finding.at))
    return Fix("Join the lists of functions", patch, True, "The same functions, in one list.", 0.9)


@rule("RQ149", "built-in-tools-with-functions", fix=first_of(join_functions, announce))
def built_in_tools_with_functions(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers built-in tools and functions, which this model or platform does not accept together.

    Newer models accept both. One platform then requires the request to ask for the calls of the built-in tools; if the
    file does not name the platform, that is a warning.

    Bad (gemini):
        {"model": "gemini-3.1-pro-preview", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "ls", "description": "Lists files."}]}]}
    Good (gemini):
        {"model": "gemini-3.1-pro-preview", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "ls", "description": "Lists files."}]}],
         "toolConfig": {"includeServerSideToolInvocations": true}}
    """
    tools = _tools(chat)
    functions = [path for path, tool in tools if _offered(tool) & _FUNCTIONS]
    built_in = [path for path, tool in tools if _offered(tool) - _FUNCTIONS]
    mixes = chat.facts.mixes_tools
    if target.request.tools.functions_in_one_list and mixes is False and len(functions) > 1 and not built_in:
        yield at_setting(functions[1], f"The model {chat.model} accepts only one list of functions.")
    if not functions or not built_in:
        return
    if mixes is not True:
        text = "Built-in tools are combined with functions; whether that is accepted depends on the model."
        if mixes is False:
            text = f"The model {chat.model} does not accept built-in tools together with functions."
        yield at_setting(built_in[0], text, severity=None if mixes is False else WARNING)
    elif target.request.tools.must_announce_built_in and not _is_announced(chat):
        text = "The request does not ask for the calls of the built-in tools, which one of the platforms requires."
        severity = None if chat.endpoint else WARNING
        yield at_setting(built_in[0], text, severity=severity, variant="announced")


def _is_announced(chat: Chat) -> bool:
    return any(setting(chat, (config, name)) is True for config in _CONFIGS for name in _ANNOUNCED)


def new_search(context: RepairContext, finding: Finding) -> Fix | None:
    """Rename the tool, unless it has settings: the new tool decides when to search and has none."""
    parent, _, name = finding.at.rpartition("/")
    if context.value(finding.at) not in ({}, None):
        return None
    renamed = "googleSearch" if name == _OLD_SEARCH[0] else "google_search"
    patch = (move(finding.at, f"{parent}/{renamed}"),)
    return Fix(f"Rename it to {renamed}", patch, True, "It is the same tool under its new name.", 0.9)


@rule("RQ155", "search-tool-outdated", fix=new_search)
def search_tool_outdated(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers a search tool that this model no longer has.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"googleSearchRetrieval": {}}]}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"googleSearch": {}}]}
    """
    for path, tool in _tools(chat) if chat.facts.old_search is False else ():
        for name in _OLD_SEARCH:
            if tool.get(name) is not None:
                yield at_setting((*path, name), f"The model {chat.model} has a newer search tool.")


@rule("RQ153", "calling-config-without-functions", fix=leaving_out("There is no function to call.", 0.9))
def calling_config_without_functions(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request sets how to call functions, but offers none.

    This usually comes from a library that always sends its default, or from removing the last function.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    tools = _tools(chat)
    if any(_offered(tool) & _FUNCTIONS for _, tool in tools) or any(chat.settings.get(name) for name in _CACHED):
        return
    mixes = chat.facts.mixes_tools if tools else False
    if mixes:
        return  # newer models accept it with built-in tools only
    for config in _CONFIGS:
        for name in _CALLING:
            calling = setting(chat, (config, name))
            if isinstance(calling, dict) and calling:
                depends = str(calling.get("mode")).upper() == "NONE" or mixes is None
                text = "There are no functions."
                if mixes is None:
                    text += " Newer models accept it with built-in tools; the file does not name the model."
                yield at_setting((config, name), text, severity=WARNING if depends else None)


@rule("RQ151", "cached-content-with-settings")
def cached_content_with_settings(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request uses cached content, but repeats settings that belong in the cache.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "cachedContent": "cachedContents/a1", "systemInstruction": {"parts": [{"text": "Be brief."}]}}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "cachedContent": "cachedContents/a1"}
    """
    if any(chat.settings.get(name) for name in _CACHED):
        for name in _CACHED_SETTINGS:
            if chat.settings.get(name):
                yield at_setting((name,), f"{name} belongs in the cached content.")
