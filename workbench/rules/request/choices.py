"""The tool choice of a request, in any API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json

AUTO, NONE, ANY, NAMED = "auto", "none", "any", "named"


class Choice(NamedTuple):
    path: Path
    kind: str
    """auto, none, any (the model must call a tool) or named (it must call one of these tools)."""
    names: tuple[str, ...] = ()
    word: str = ""
    """The value in the request."""

    @property
    def forces(self) -> bool:
        return self.kind in (ANY, NAMED)


_KINDS = {"auto": AUTO, "none": NONE, "any": ANY, "required": ANY, "validated": AUTO}


def tool_choice(settings: Mapping[str, Json]) -> Choice | None:
    """The tool choice; None if the request has none, or an unknown one."""
    if "tool_choice" in settings:
        return _named_or_word(settings["tool_choice"], ("tool_choice",))
    for key in ("toolConfig", "tool_config"):
        config = settings.get(key)
        if isinstance(config, dict):
            return _in_config(config, (key,))
    return None


def _named_or_word(choice: object, path: Path) -> Choice | None:
    if isinstance(choice, str):
        kind = _KINDS.get(choice)
        return Choice(path, kind, word=choice) if kind else None
    if not isinstance(choice, dict):
        return None
    function = choice.get("function")
    source = function if isinstance(function, dict) else choice
    name = source.get("name")
    if isinstance(name, str) and choice.get("type") in ("function", "tool", "custom"):
        return Choice(
            (*path, "function", "name") if source is function else (*path, "name"), NAMED, (name,), "specified"
        )
    kind = _KINDS.get(str(choice.get("type")))
    return Choice(path, kind, word=str(choice.get("type"))) if kind else None


def _in_config(config: Mapping[str, Json], path: Path) -> Choice | None:
    choice = config.get("toolChoice")
    if isinstance(choice, dict):
        tool = choice.get("tool")
        if isinstance(tool, dict) and isinstance(tool.get("name"), str):
            return Choice((*path, "toolChoice", "tool", "name"), NAMED, (tool["name"],), "tool")
        word = next((key for key in ("any", "auto") if key in choice), None)
        return Choice((*path, "toolChoice"), _KINDS[word], word=word) if word else None
    for key in ("functionCallingConfig", "function_calling_config"):
        calling = config.get(key)
        if isinstance(calling, dict) and isinstance(mode := calling.get("mode"), str) and mode.lower() in _KINDS:
            return _calling(calling, (*path, key), mode)
    return None


def _calling(calling: Mapping[str, Json], path: Path, mode: str) -> Choice:
    for key in ("allowedFunctionNames", "allowed_function_names"):
        names = calling.get(key)
        if isinstance(names, list) and names:
            return Choice((*path, key), NAMED, tuple(name for name in names if isinstance(name, str)), mode)
    return Choice(path, _KINDS[mode.lower()], word=mode)
