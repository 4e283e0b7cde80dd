"""Settings with a fixed set of values, a maximum length or a pattern."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import LENGTH, PATTERN, VALUE, Problem, json_type
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.pointer import readable, to_pointer
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import settings_at
from workbench.targets.contract import Target

leave_out = leaving_out("The API does not accept the value; without it, the default applies.", 0.6)


def usual_spelling(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a value in the API's spelling, if only its case or the kind of its dashes differs."""
    value, name = context.value(finding.at), finding.at[1:].replace("/", ".")
    allowed = context.target.request.settings.values.get(name, ())
    same = [known for known in allowed if isinstance(value, str) and _bare(known) == _bare(value)]
    if len(same) != 1:
        return None
    why = "The same value, in the API's spelling."
    return Fix(f"Write it as {same[0]}", (replace(finding.at, same[0]),), True, why, 0.95)


def _bare(value: str) -> str:
    return value.lower().replace("-", "_")


@rule("RQ222", "setting-value-unsupported", schema_problem="value", fix=first_of(usual_spelling, leave_out))
def setting_value_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A setting has a value that the API does not accept.

    This usually comes from another provider's name for the same thing, or from another version of the API.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "service_tier": "batch"}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "service_tier": "flex"}
    """
    terms = target.request.settings
    for name, allowed in terms.values.items():
        for path, value in settings_at(chat, name):
            if not isinstance(value, str) or (value.upper() if terms.values_in_any_case else value) in allowed:
                continue
            text = f"{quoted(value)} is not an accepted value of {readable(to_pointer(path))}."
            problem = Problem(VALUE, path, {"value": value, "allowed": list(allowed)})
            has_message = f"setting-value-unsupported:{path[-1]}" in target.words
            yield at_setting(path, text, variant=str(path[-1]) if has_message else "", problem=problem, value=value)


_KEYS = frozenset({"prompt_cache_key", "safety_identifier", "user"})
"""Settings whose text only tells requests apart."""


def hash_key(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the hash of a key, which still is the same for the same key."""
    key, name = context.value(finding.at), finding.at.rpartition("/")[2]
    limit = context.target.request.settings.lengths.get(name)
    if name not in _KEYS or not isinstance(key, str) or limit is None:
        return None
    short = hashlib.sha256(key.encode()).hexdigest()[:limit]
    why = "The provider only compares it, and equal keys have equal hashes."
    return Fix(f"Write the hash of {name}", (replace(finding.at, short),), True, why, 0.8)


@rule("RQ224", "setting-too-long", schema_problem="length:max:string", fix=hash_key)
def setting_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """A setting is longer than the API allows: a text with too many characters, a list with too many items.

    This usually comes from a key that contains a whole path or many names.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "prompt_cache_key":
         "a-key-made-of-the-name-of-the-project-and-of-the-file-and-of-the-user"}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "prompt_cache_key": "project-7"}
    """
    for name, limit in target.request.settings.lengths.items():
        for path, value in settings_at(chat, name):
            if isinstance(value, (str, list, dict)) and len(value) > limit:
                kind = json_type(value)
                facts = {"value": "", "bound": "max", "of": kind, "limit": limit, "length": len(value)}
                counted = "characters" if kind == "string" else "items"
                text = f"{'.'.join(map(str, path))} has {len(value)} {counted}; {limit} are allowed."
                yield at_setting(path, text, problem=Problem(LENGTH, path, facts), length=len(value), limit=limit)


def write_accepted_characters(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace what the API does not accept in a name that only labels something."""
    value = context.value(finding.at)
    new = re.sub(r"[^A-Za-z0-9_-]+", "_", value).strip("_") if isinstance(value, str) else ""
    patterns = context.target.request.settings.patterns.values()
    if not new or not any(pattern.fullmatch(new) for pattern in patterns):
        return None
    return Fix(f"Write it as {new}", (replace(finding.at, new),), True, "The name is only a label.", 0.8)


@rule("RQ226", "setting-bad-characters", schema_problem="pattern", fix=write_accepted_characters)
def setting_bad_characters(chat: Chat, target: Target) -> Iterator[Violation]:
    """A name among the settings has characters that the API does not accept.

    This usually comes from using the title of a form, or the name of a generic type, as the name of a schema.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
          "type": "json_schema", "json_schema": {"name": "List[Ship]", "schema": {"type": "object"}}}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
          "type": "json_schema", "json_schema": {"name": "List_Ship", "schema": {"type": "object"}}}}
    """
    for name, pattern in target.request.settings.patterns.items():
        for path, value in settings_at(chat, name):
            if isinstance(value, str) and not pattern.fullmatch(value):
                text = f"{name} is {quoted(value)}, which has characters that are not accepted."
                problem = Problem(PATTERN, path, {"value": value, "pattern": pattern.pattern})
                yield at_setting(path, text, problem=problem, value=value, pattern=pattern.pattern)
