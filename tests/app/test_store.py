"""Loaded conversations in memory are found only by their key, and their number is limited."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.app.store import Store, title_of
from workbench.conversation import Conversation
from workbench.loading import load
from workbench.samples import sample_named


def _conversation(text: str = "hi") -> Conversation:
    return load(f'[{{"role": "user", "content": "{text}"}}]'.encode(), "test")


def test_a_conversation_is_found_by_its_key_and_by_nothing_else() -> None:
    store = Store()
    (opened,) = store.put([_conversation()])
    assert store.get(opened.key) is opened
    assert store.get("") is None
    assert store.get("test") is None


def test_keys_cannot_be_guessed_and_equal_conversations_have_different_ones() -> None:
    store = Store()
    one, other = store.put([_conversation()])[0], store.put([_conversation()])[0]
    assert one.key != other.key
    assert len(one.key) >= 24


def test_conversations_that_are_loaded_together_are_one_group() -> None:
    one, other = Store().put([_conversation("a"), _conversation("b")])
    assert one.group == other.group == ((one.key, "test"), (other.key, "test"))


def test_the_least_recently_used_are_removed_from_memory() -> None:
    store = Store()
    first, second = store.put([_conversation()])[0], store.put([_conversation()])[0]
    for _ in range(62):
        store.put([_conversation()])
    store.get(first.key)
    store.put([_conversation()])
    assert store.get(first.key) is first
    assert store.get(second.key) is None


def test_a_view_is_made_once_for_each_target_and_format() -> None:
    (opened,) = Store().put([_conversation()])
    assert opened.view() is opened.view()
    assert opened.view("anthropic") is not opened.view()
    assert opened.view("openai", "anthropic").report.conversation.format == "anthropic"


def test_a_pasted_conversation_is_listed_by_its_first_words() -> None:
    conversation = _conversation("Is the dome open?")
    assert title_of(("", ""), replace(conversation, name="pasted")) == "pasted: Is the dome open?"
    assert title_of(("", ""), replace(conversation, name="chats/a.json")) == "a.json"


def test_samples_are_shared_by_all_visitors() -> None:
    store = Store()
    sample = sample_named("icontent/four-ids")
    assert sample is not None
    assert store.sample(sample) is store.sample(sample)
    assert store.get(store.sample(sample).key) is None
