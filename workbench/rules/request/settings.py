"""Settings that the provider does not accept, or that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import is_request, request_problems, severity_of_unknown
from workbench.checks.schema import LENGTH, RANGE, UNKNOWN, Problem, json_type
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import Path, readable, to_pointer
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.editing.moving_settings import move_to_place_here
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import request_at, setting
from workbench.targets.contract import WARNING, Target
from workbench.targets.models import NEVER, matching_prefix
from workbench.targets.requests.contract import SettingTerms

_STOPS: tuple[Path, ...] = (
    ("stop",),
    ("stop_sequences",),
    ("inferenceConfig", "stopSequences"),
    ("generationConfig", "stopSequences"),
)


leave_out = leaving_out("The API does not accept it.", 0.8)


def unpack_extra_body(context: RepairContext, finding: Finding) -> Fix | None:
    """What an SDK adds to the request by itself, where a program has sent the argument as it is."""
    extra = context.value(finding.at)
    holder, _, name = finding.at.rpartition("/")
    if name != "extra_body" or not isinstance(extra, dict) or not extra.keys().isdisjoint(context.value(holder) or ()):
        return None
    patch = (remove(finding.at), *(add(holder + to_pointer((key,)), value) for key, value in extra.items()))
    why = "It is an argument of an SDK, whose fields belong into the request itself."
    return Fix("Write the fields of extra_body into the request", patch, True, why, 0.9)


@rule(
    "RQ211",
    "parameter-unsupported",
    schema_problem="unknown",
    fix=first_of(unpack_extra_body, move_to_place_here, leave_out),
)
def parameter_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a parameter that the API does not support.

    This usually comes from sending a request to another provider than the one it was written for.

    Bad (groq):
        {"model": "llama-3.3-70b-versatile", "messages": [{"role": "user", "content": "Hello"}], "store": true}
    Good (groq):
        {"model": "llama-3.3-70b-versatile", "messages": [{"role": "user", "content": "Hello"}]}
    """
    if not is_request(chat):
        return
    refused = sorted(target.request.settings.refused & chat.settings.keys())
    for name in refused:
        if chat.settings[name] is not None:
            problem = Problem(UNKNOWN, (name,), {"value": chat.settings[name]})
            yield at_setting((name,), f"This server does not accept {name}.", problem=problem, field=name)
    doubtful = frozenset() if chat.facts.first_party else target.request.settings.doubtful
    for name in sorted(doubtful & chat.settings.keys()):
        if chat.settings[name] not in (None, [], {}, ""):
            problem = Problem(UNKNOWN, (name,), {"value": chat.settings[name]})
            text = f"Not every server of this kind accepts {name}."
            yield at_setting((name,), text, severity=WARNING, problem=problem, field=name)
    for problem in request_problems(chat, target, UNKNOWN):
        name = str(problem.path[0])
        if len(problem.path) == 1 and name not in target.request.settings.moved and name not in refused:
            text = f"{name} is not a parameter of this API."
            violation = broken_schema(chat, problem, text, severity=severity_of_unknown(chat, problem, target))
            variant = "not reasoning" if chat.facts.thinks == NEVER else ""
            yield violation._replace(facts={"field": name}, variant=variant)


@rule(
    "RQ223",
    "parameter-unknown-to-platform",
    schema_problem="unknown",
    fix=leave_out,
    applies_to_bare_messages=True,  # cache marks are in messages
)
def parameter_unknown_to_platform(chat: Chat, target: Target) -> Iterator[Violation]:
    """The provider's own API accepts the parameter, but this platform that hosts the model does not.

    Platforms adopt the provider's API weeks or months later, and sometimes only for some models; then it is a warning.

    Bad (vertex-anthropic):
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 100, "diagnostics": {"previous_message_id": "msg_1"},
         "messages": [{"role": "user", "content": "Hello"}]}
    Good (vertex-anthropic):
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 100,
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    for pattern, severity in target.request.absent.items():
        for path, _ in request_at(chat, pattern):
            fact = target.request.present_by_model.get(str(path[-1]))
            if fact is not None and getattr(chat.facts, fact) is not None:
                continue
            text = f"{readable(to_pointer(path))} is not supported by every platform that hosts this model."
            problem = Problem(UNKNOWN, path, {"value": None})
            fault = broken_schema(chat, problem, text, severity=severity)
            yield fault._replace(facts={"field": path[-1]})


_STEP = 0.01
"""How far below a maximum that is itself refused a value is set."""


def nearest_accepted(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the number to the bound that it breaks."""
    value, terms = context.value(finding.at), context.target.request.settings
    body = context.conversation.body
    path = tuple(finding.at[len(body) + 1 :].split("/"))
    bounds = _by_model(context.chat, terms).get(".".join(path)) or terms.bounds(path)
    if finding.message_index >= 0 or bounds is None or not isinstance(value, (int, float)):
        return None
    least, most = bounds
    nearest = least if value < least else most
    if nearest == most and most is not None and ".".join(path) in terms.below_most:
        nearest = round(most - _STEP, 2)
    why = "It is the nearest value that the API accepts."
    return Fix(f"Set it to {nearest}", (replace(finding.at, nearest),), True, why, 0.7)


@rule("RQ212", "setting-out-of-range", schema_problem="range:max", fix=nearest_accepted)
def setting_out_of_range(chat: Chat, target: Target) -> Iterator[Violation]:
    """A setting is above or below the range that the API accepts.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "temperature": 3}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "temperature": 2}
    """
    terms = target.request.settings
    for name, (least, most) in {**terms.ranges, **_by_model(chat, terms)}.items():
        path = tuple(name.split("."))
        value = setting(chat, path)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            continue
        excluded = value == least and name in terms.above_least
        too_high = most is not None and (value > most or (value == most and name in terms.below_most))
        bound = "min" if value < least or excluded else "max" if too_high else None
        if bound:
            limit = least if bound == "min" else most
            facts = {"value": value, "bound": bound, "of": json_type(value), "limit": limit}
            accepted = "more than" if name in terms.above_least else "at least"
            highest = "less than" if name in terms.below_most else "at most"
            text = f"{path[-1]} is {value}; {accepted if bound == 'min' else highest} {limit} is accepted."
            known = {"value": value, "field": path[-1], "least": least, "most": most, "model": chat.model}
            variant = "open" if name in (*terms.above_least, *terms.below_most) else ""
            yield at_setting(path, text, problem=Problem(RANGE, path, facts), variant=variant)._replace(facts=known)


def _by_model(chat: Chat, terms: SettingTerms) -> dict[str, tuple[float, float | None]]:
    """The ranges of settings whose maximum depends on the model."""
    found: dict[str, tuple[float, float | None]] = {}
    for name, models in terms.most_by_model.items():
        known = matching_prefix(chat.model, models)
        if known is not None and name != "output":
            found[name] = (0, models[known])
    return found


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")


@rule("RQ239", "user-id-personal")
def user_id_personal(chat: Chat, target: Target) -> Iterator[Violation]:
    """The id of the user is an email address.

    The provider requires an id that does not reveal the user's identity, such as a random number or a hash.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "metadata": {"user_id": "mo@ships.example"}}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "metadata": {"user_id": "7c9e6679"}}
    """
    path = ("metadata", "user_id")
    user = setting(chat, path)
    if isinstance(user, str) and _EMAIL.fullmatch(user):
        yield at_setting(path, "The id of the user is an email address.")


@rule("RQ213", "output-tokens-too-few", schema_problem="range:min:integer", fix=nearest_accepted)
def output_tokens_too_few(chat: Chat, target: Target) -> Iterator[Violation]:
    """The limit on the answer's length is below the API's minimum.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}], "max_output_tokens": 5}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}], "max_output_tokens": 16}
    """
    value, least = chat.settings.get("max_output_tokens"), target.request.settings.least_output
    if least is not None and isinstance(value, int) and not isinstance(value, bool) and value < least:
        facts = {"value": value, "bound": "min", "of": "integer", "limit": least}
        problem = Problem(RANGE, ("max_output_tokens",), facts)
        yield at_setting(("max_output_tokens",), f"At least {least} tokens must be allowed.", problem=problem)


def keep_first_stops(context: RepairContext, finding: Finding) -> Fix | None:
    """Keep as many stop sequences as the API allows. Not safe: the answer may go on where the others stopped it."""
    stops, limit = context.value(finding.at), context.target.request.settings.stop_max
    if not isinstance(stops, list) or limit is None:
        return None
    why = "The answer may then continue after one of the others."
    return Fix(f"Keep the first {limit}", (replace(finding.at, stops[:limit]),), False, why, 0.5)


@rule("RQ214", "stop-too-many", fix=keep_first_stops, schema_problem="length:max:array")
def stop_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has more stop sequences than the API allows.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "stop": ["1", "2", "3", "4", "5"]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "stop": ["1", "2", "3", "4"]}
    """
    limit = target.request.settings.stop_max
    for path in _STOPS if limit is not None else ():
        stops = setting(chat, path)
        if isinstance(stops, list) and len(stops) > (limit or 0):
            facts = {"value": stops, "bound": "max", "of": "array", "limit": limit, "length": len(stops)}
            text = f"{len(stops)} stop sequences are set; {limit} are allowed."
            yield at_setting(path, text, problem=Problem(LENGTH, path, facts), length=len(stops), limit=limit)


def drop_stop(context: RepairContext, finding: Finding) -> Fix | None:
    why = "It has no effect."
    return Fix("Remove the blank stop sequence", (remove(finding.at),), True, why, 0.9)


@rule("RQ215", "stop-blank", fix=drop_stop)
def stop_blank(chat: Chat, target: Target) -> Iterator[Violation]:
    """A stop sequence contains only whitespace.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "stop_sequences": ["\\n", "END"]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "stop_sequences": ["END"]}
    """
    for path in _STOPS:
        stops = setting(chat, path)
        for number, stop in enumerate(stops) if isinstance(stops, list) else ():
            if isinstance(stop, str) and not stop.strip():
                text = "The stop sequence contains only whitespace." if stop else "The stop sequence is empty."
                yield at_setting((*path, number), text, variant="" if stop else "empty")


@rule("RQ216", "stream-options-without-stream", fix=leave_out)
def stream_options_without_stream(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has stream options, but does not ask for a stream.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "stream_options": {"include_usage": true}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "stream": true,
         "stream_options": {"include_usage": true}}
    """
    if chat.settings.get("stream_options") is not None and chat.settings.get("stream") is not True:
        yield at_setting(
            ("stream_options",), "The answer is not streamed.", severity=None if is_request(chat) else WARNING
        )


def ask_for_probabilities(context: RepairContext, finding: Finding) -> Fix | None:
    """Ask for the log probabilities, of which the most likely tokens are a part."""
    place = f"{finding.at.rpartition('/')[0]}/logprobs"
    return Fix("Set logprobs to true", (add(place, True),), True, "The setting is a part of this one.", 0.8)


@rule("RQ217", "logprobs-conflict", fix=ask_for_probabilities)
def logprobs_conflict(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for the most likely tokens, but not for log probabilities.

    Bad (vllm):
        {"model": "llama-3.1-8b", "messages": [{"role": "user", "content": "Hello"}], "top_logprobs": 2}
    Good (vllm):
        {"model": "llama-3.1-8b", "messages": [{"role": "user", "content": "Hello"}], "top_logprobs": 2,
         "logprobs": true}
    """
    if chat.settings.get("top_logprobs") and chat.settings.get("logprobs") is not True:
        yield at_setting(("top_logprobs",), "top_logprobs is set without logprobs.")
