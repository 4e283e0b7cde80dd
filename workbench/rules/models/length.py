"""Histories that are longer than the model's window, estimated without a tokenizer and therefore carefully."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.rules.contract import Violation, at, rule
from workbench.rules.occasions import names_model
from workbench.targets.contract import WARNING, Target

_MOST, _USUAL, _LEAST = 6, 4, 2
"""Characters that a token has at most on average, usually, and at least in words: English has 3.3 to 3.8, code up to
4.3. Measured with two tokenizers."""
_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)
"""Blanks and dashes in a row may be one token."""
_COUNTED = "characters"


@rule("MO101", "context-length-exceeded", of_messages=True, occasion=names_model)
def context_length_exceeded(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history is longer than the model's context window.

    Only texts are counted, no images, and runs of one character once. It is an error where no tokenizer could make it
    fit: no token reaches over the end of a word, and few have more than six characters. It is a warning where it
    usually would not fit. The context windows of models are data with a source and a date.

    Bad (openai):
        {"model": "gpt-4", "messages": [{"role": "user", "content": "tell me a story …×9000…"}]}
    Good (openai):
        {"model": "gpt-4", "messages": [{"role": "user", "content": "tell me a story"}]}
    """
    window = chat.facts.window
    if window is None or _characters(chat) <= window * _LEAST:
        return
    room = window - (_asked(chat) if target.limits.adds_answer_to_window else 0)
    whole = "\n".join(text for _, text in _texts(chat))
    characters = len(_RUN.sub(r"\1", whole)) if len(whole) > room * _USUAL else len(whole)
    surely = max(characters // _MOST, len(whole.split()))
    if surely <= room and characters <= room * _USUAL:
        return
    longest, longest_text = max(_texts(chat), key=lambda pair: len(pair[1]))
    tokens = surely if surely > room else characters // _USUAL
    text = f"The texts have {characters:,} characters, about {tokens:,} tokens; the window has {window:,}."
    milder = None if surely > room else WARNING
    limit, length = target.limits.text_max, len(longest_text)
    fault = at(
        longest, text, severity=milder, tokens=tokens, window=window, model=chat.model, limit=limit, length=length
    )
    yield fault._replace(variant="one text") if limit is not None and length > limit else fault


def _characters(chat: Chat) -> int:
    """Counted once per chat; most histories are far from any window."""
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


def _asked(chat: Chat) -> int:
    """The tokens that the answer may have."""
    asked = chat.settings.get("max_tokens")
    return asked if isinstance(asked, int) and not isinstance(asked, bool) else 0
