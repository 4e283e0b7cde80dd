"""promptfoo results: the prompt of each test, which is a text or a chat as JSON, and its answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.json.pointer import Path
from workbench.loading.shape import holds_messages
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, member, objects, opened


def recognise(material: Material) -> bool:
    if _is_evaluation(material.value):
        return True
    results = [result for _, result in _results(material.value)[:5]]
    return any(has(result, "prompt", "provider") or has(result, "prompt", "vars") for result in results)


def _is_evaluation(value: object) -> bool:
    """Whether this is an evaluation as the library returns it, which may not have its results."""
    return has(value, "config", "prompts", "results") and as_text(member(value, "id")).startswith("eval-")


def _results(value: object) -> list[tuple[Path, Object]]:
    """Return the results. The first version of the format lists them directly, next to a table of them."""
    if (has(value, "version", "table") or _is_evaluation(value)) and isinstance(member(value, "results"), list):
        return list(objects(member(value, "results"), ("results",)))
    return list(objects(member(value, "results", "results"), ("results", "results")))


def read(material: Material) -> Iterator[Found]:
    for place, result in _results(material.value):
        raw = member(result, "prompt", "raw")
        chat: Any = opened(raw)
        chat = member(chat, "messages") if isinstance(chat, dict) else chat
        is_chat = holds_messages(chat)
        messages = chat if is_chat else [{"role": "user", "content": raw}]
        at = (*place, "prompt", "raw")
        places: dict[Path, Path] = {(number,): (*at, number) if is_chat else at for number in range(len(messages))}
        provider = result.get("provider")
        model = provider if isinstance(provider, str) else as_text(member(provider, "id"))
        if isinstance(messages, list) and (is_chat or as_text(raw)):
            output = member(result, "response", "output")
            answer = {"choices": [{"message": {"role": "assistant", "content": output}}]} if as_text(output) else None
            facts = Facts(as_text(raw)[:80], model)
            yield Found(
                messages,
                places,
                "" if is_chat else FORMAT,
                label=as_text(result.get("id")),
                facts=facts,
                response=answer,
            )


SOURCE = Source(
    "promptfoo", "promptfoo result", recognise, read, frozenset({VALUE}), stored=False, signs=frozenset({"results"})
)
