"""What the provider publishes about a request: required fields, their types, closed sets, and which fields there are.

These rules speak where no other rule does: if one that knows the cause points at the same place, its finding is kept
and these are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.request_problems import request_problems
from workbench.checks.schema import MISSING, TYPE, UNKNOWN, VALUE, Problem, json_type
from workbench.json.pointer import in_words, to_pointer
from workbench.json.words import quoted
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.targets.contract import WARNING, Target

KINDS_OF_OTHER_FORMATS = frozenset(
    {
        "text",
        "image",
        "image_url",
        "file",
        "audio",
        "document",
        "video",
        "input_text",
        "input_image",
        "input_file",
        "input_audio",
        "output_text",
        "refusal",
        "reasoning",
        "thinking",
        "tool_use",
        "tool_result",
        "tool_call",
        "tool-call",
        "tool-result",
        "tool-invocation",
        "function",
        "function_call",
        "function_call_output",
        "step-start",
    }
)
"""A part of one of these kinds comes from another format. A kind that nobody has heard of may be newer than we are."""


@rule("RQ001", "field-missing", fallback=True)
def field_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field that the API requires is absent.

    It usually comes from building a part by hand, or from a converter that left out what it did not know.

    Bad (openai):
        [{"role": "user", "content": [{"type": "text"}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for problem in request_problems(chat, target, MISSING):
        yield broken_schema(chat, problem, f"The field {quoted(problem.path[-1])} is missing.")


@rule("RQ002", "field-wrong-type", fallback=True)
def field_wrong_type(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field holds another type than the API takes: an object for a list, a number for a text.

    It usually comes from storing a request in a database or a language that has fewer types than JSON.

    Bad (openai):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi", "tool_calls": {}}]
    Good (openai):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]
    """
    for problem in request_problems(chat, target, TYPE):
        wanted = " or ".join(f"{_article(name)} {name}" for name in problem.facts["expected"])
        text = f"The field {quoted(problem.path[-1])} is {_is(problem)} and must be {wanted}."
        yield broken_schema(chat, problem, text)


@rule("RQ003", "value-unsupported", fallback=True)
def value_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field holds a word that is not among those the API takes.

    It usually comes from another provider's word for the same thing (`image_url` for `image`), or from a misspelling.
    A kind of part that nobody has heard of may be new, so it is a warning.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {"type": "json"}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {"type": "text"}}
    """
    for problem in request_problems(chat, target, VALUE):
        value = problem.facts["value"]
        of_a_list = any(isinstance(step, int) for step in problem.path)
        maybe_new = of_a_list and problem.facts.get("of") == "tag" and value not in KINDS_OF_OTHER_FORMATS
        text = f"{quoted(value)} is not a value of {quoted(problem.path[-1])} that is taken here."
        yield broken_schema(chat, problem, text, severity=WARNING if maybe_new else None)


@rule("RQ004", "field-unknown", fallback=True)
def field_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field stands where the API knows none of that name.

    It usually comes from another provider's extra (`reasoning_content`, `cache_control`), or from sending back what
    an API answered, with everything that is only in answers.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if len(problem.path) == 1:
            continue  # a rule of its own looks at parameters
        text = f"{in_words(to_pointer(problem.path))} is no field of this API."
        yield broken_schema(chat, problem, text, severity=target.request.unknown_fields)


def _is(problem: Problem) -> str:
    name = json_type(problem.facts["value"])
    return name if name == "null" else f"{_article(name)} {name}"


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
