"""Every target, and what a name given by a user means for a conversation in some format."""

from __future__ import annotations

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Target, Words
from workbench.targets.openai import OPENAI

TARGETS: dict[str, Target] = {target.name: target for target in (OPENAI,)}

_SAME_PROVIDER = {("openai", "openai-responses"): "openai-responses"}
"""`openai` given for a conversation in the Responses format means the Responses API."""


class UnknownTargetError(LookupError):
    """A target name that nobody has."""


def target_for(name: str, format_name: str) -> Target:
    """The target a user means by `name` for a conversation in this format."""
    name = _SAME_PROVIDER.get((name, format_name), name)
    if name not in TARGETS:
        raise UnknownTargetError(f"there is no target {name!r}; the targets are: {', '.join(TARGETS)}")
    return TARGETS[name]


def formats_of_target(name: str) -> tuple[str, ...]:
    """The formats a target takes as they stand, to break a tie between formats that fit equally."""
    target = TARGETS.get(name)
    return target.formats if target else ()


__all__ = ["ERROR", "INFO", "TARGETS", "WARNING", "Limits", "Target", "Words", "formats_of_target", "target_for"]
