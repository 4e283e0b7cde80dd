"""Walks through the samples: sentences from the real trace, and a question that the real verdict answers."""

from __future__ import annotations

import pytest

from workbench.checks.verdict import Outcome
from workbench.lessons.featured import featured
from workbench.lessons.questions import ACCEPTS, choices, right_choice, single_repairs
from workbench.lessons.topics import HEALTHY, topics
from workbench.lessons.walks import Walk
from workbench.samples import Sample, sample_named, samples


def _walk(name: str) -> Walk:
    sample = sample_named(name)
    assert sample is not None
    return Walk(sample.load(), sample.target)


def test_every_sample_has_a_topic() -> None:
    assert sorted(sample.name for topic in topics().values() for sample in topic) == sorted(
        sample.name for sample in samples()
    )
    healthy = [topic.startswith(HEALTHY) for topic in topics()]
    assert healthy == sorted(healthy)
    assert healthy[-1]


@pytest.mark.parametrize("number", range(5))
def test_each_specification_has_a_walk(number: int) -> None:
    walks = [walk for walk in featured().walks if f"spec 00{number}" in f"{walk.title} {walk.lesson}".lower()]
    assert walks
    assert all(sample_named(walk.sample) for walk in walks)


def test_the_rules_of_a_conversion_are_named_once_and_not_at_every_message() -> None:
    walk = _walk("vercel-v4-core/mixed-ui-and-core")
    assert [sentence.partition(":")[0] for sentence in walk.conversions] == ["Conversion to OpenAI Chat Completions"]
    assert walk.step(0).sentences == ("**To OpenAI Chat Completions.** It becomes one message.",)


def test_a_step_shows_how_an_id_changed() -> None:
    sentences = " ".join(_walk("icontent/rethreaded-prefix").step(2).sentences)
    assert '`"hist_tool_toolu_1A7k"` becomes `"call_toolu_1A7k"`' in sentences
    assert "spec 000, lines 94-112" in sentences


def test_a_step_names_a_loss_and_its_reason() -> None:
    sentences = " ".join(_walk("icontent/lost-error-text").step(2).sentences)
    assert (
        "Only the presence of `blocks[0].error` is carried: spec 000 keeps only the fact that there was an error"
        in sentences
    )


def test_a_reason_contains_the_title_of_the_format() -> None:
    sentences = _walk("vercel-v4-core/mixed-ui-and-core").step(1).sentences
    assert "`id` is lost: OpenAI Chat Completions cannot represent it." in sentences


def test_a_step_of_an_answer_includes_the_way_back() -> None:
    sentences = _walk("icontent/streamed-in-three").step(2).sentences
    assert any(sentence.startswith("**And back.**") and "line 087" in sentence for sentence in sentences)
    assert "Converted back, it is the same as before." in sentences


def test_a_text_that_is_elsewhere_after_the_round_trip_is_not_reported_missing() -> None:
    sentences = _walk("vercel-v4-core/mixed-ui-and-core").step(2).sentences
    assert "Converted back, the value of `content[0].text` is in `content`." in sentences


def test_a_value_that_is_looked_up_unchanged_is_named_once() -> None:
    sentences = " ".join(_walk("icontent/lost-error-text").step(2).sentences)
    assert 'looked up from the call with the same id: `"move_event"`.' in sentences


def test_a_dropped_message_is_mentioned_once() -> None:
    sentences = _walk("icontent/streamed-in-three").step(3).sentences
    assert [sentence for sentence in sentences if "It does not become a separate message." in sentence] == [
        sentences[0]
    ]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_the_question_offers_the_right_answer_once(sample: Sample) -> None:
    walk = Walk(sample.load(), sample.target)
    keys = [choice.key for choice in choices(walk.report)]
    assert keys.count(right_choice(walk.report)) == 1
    assert len(keys) == len(set(keys)) >= 3
    assert (right_choice(walk.report) == ACCEPTS) == (walk.report.verdict.outcome is Outcome.ACCEPTED)
    assert walk.step(0).sentences


def test_repairing_one_fault_alone_shows_which_is_the_cause() -> None:
    """Spec 004: the mixed formats are refused, the order of the result is not."""
    mixed, order = single_repairs(_walk("vercel-v4-core/mixed-ui-and-core").report)
    assert mixed.verdict == "AI SDK 4 would accept this, with 1 warning."
    assert order.verdict.startswith("AI SDK 4 would refuse this")
    assert "Unsupported role: tool" in order.words


def test_a_repair_of_the_only_fault_is_shown_with_the_fixes_that_follow_from_it() -> None:
    """Spec 004: after the flat message is converted, it still lacks the name of its tool."""
    (whole,) = single_repairs(_walk("vercel-v4-core/flat-tool-message").report)
    assert whole.fix.endswith(", then: Fill in the tool name list_dry_plants")
    assert whole.verdict == "AI SDK 4 would accept this."
