"""Histories longer than the model's context window, estimated conservatively without a tokenizer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.rules.contract import Violation, at, rule
from workbench.rules.occasions import names_model
from workbench.targets.contract import WARNING, Target

_MOST, _USUAL, _LEAST = 6, 4, 2
"""Characters per token: the highest average, the usual one, and the lowest for words. English has 3.3 to 3.8, code up
to 4.3, measured with two tokenizers."""
_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)
"""A run of one character, such as spaces or dashes, may be a single token."""
_COUNTED = "characters"


@rule("MO101", "context-length-exceeded", applies_to_bare_messages=True, occasion=names_model)
def context_length_exceeded(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history is longer than the model's context window.

    Only texts are counted, not images, and a run of one character counts once. It is an error if the history cannot fit
    with any tokenizer: no token extends over the end of a word, and few have more than six characters. It is a warning
    if it usually would not fit. The context windows of models are data with a source and a date.

    Bad (openai):
        {"model": "gpt-4", "messages": [{"role": "user", "content": "tell me a story …×9000…"}]}
    Good (openai):
        {"model": "gpt-4", "messages": [{"role": "user", "content": "tell me a story"}]}
    """
    window = chat.facts.window
    if window is None or _characters(chat) <= window * _LEAST:
        return
    available = window - (_requested_tokens(chat) if target.limits.adds_answer_to_window else 0)
    whole = "\n".join(text for _, text in _texts(chat))
    characters = len(_RUN.sub(r"\1", whole)) if len(whole) > available * _USUAL else len(whole)
    minimum = max(characters // _MOST, len(whole.split()))
    if minimum <= available and characters <= available * _USUAL:
        return
    longest, longest_text = max(_texts(chat), key=lambda pair: len(pair[1]))
    tokens = minimum if minimum > available else characters // _USUAL
    text = f"The texts have {characters:,} characters, about {tokens:,} tokens; the window has {window:,}."
    severity = None if minimum > available else WARNING
    limit, length = target.limits.text_max, len(longest_text)
    violation = at(
        longest, text, severity=severity, tokens=tokens, window=window, model=chat.model, limit=limit, length=length
    )
    yield violation._replace(variant="one text") if limit is not None and length > limit else violation


def _characters(chat: Chat) -> int:
    """The number of characters, counted once per chat. Most histories are far below any limit."""
    if _COUNTED not in chat.memo:
        chat.memo[_COUNTED] = sum(len(text) for _, text in _texts(chat))
    counted = chat.memo[_COUNTED]
    assert isinstance(counted, int)
    return counted


def _texts(chat: Chat) -> Iterator[tuple[Event, str]]:
    for events in (chat.texts, chat.results, chat.calls):
        for event in events:
            if type(event.value) is str:
                yield event, event.value


def _requested_tokens(chat: Chat) -> int:
    """The number of tokens that the request reserves for the answer."""
    requested = chat.settings.get("max_tokens")
    return requested if isinstance(requested, int) and not isinstance(requested, bool) else 0
