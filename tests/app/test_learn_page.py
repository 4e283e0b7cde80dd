"""The Learn page without a browser: it shows the part in the address, and no address can break it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def _draw() -> None:
    from workbench.app.learn_page import page

    page()


def visit(**parameters: str) -> AppTest:
    page = AppTest.from_function(_draw, default_timeout=120)
    for name, value in parameters.items():
        page.query_params[name] = value
    return page.run()


def test_it_begins_with_a_mapping() -> None:
    page = visit()
    assert not page.exception
    assert page.subheader[0].value == "IContent → Vercel AI SDK 4 CoreMessage"


def test_the_address_names_two_formats() -> None:
    page = visit(**{"show": "mapping", "from": "a2a", "to": "anthropic"})
    assert page.subheader[0].value == "A2A → Anthropic Messages"
    route = "the route is A2A → OpenAI Chat Completions → Anthropic Messages"
    assert any(route in caption.value for caption in page.caption)


def test_a_link_leads_to_its_mapping() -> None:
    page = visit().button(key="link-a2a-openai-chat").click().run()
    assert page.subheader[0].value == "A2A → OpenAI Chat Completions"


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ({}, "link-icontent-vercel-v4-core"),
        ({"show": "mapping", "from": "a2a", "to": "anthropic"}, "link-any"),
        ({"show": "rules", "find": "signature"}, "link-rules"),
        ({"show": "rules", "rule": "format-mixed"}, "link-rules"),
        ({"show": "break", "number": "3"}, "link-break"),
        ({"show": "walks"}, "link-walks"),
        ({"show": "walk", "walk": "icontent/lost-error-text", "step": "2"}, "link-walk-1"),
    ],
)
def test_exactly_the_link_of_the_shown_part_is_marked(address: dict[str, str], key: str) -> None:
    links = [button for button in visit(**address).button if button.key and button.key.startswith("link-")]
    assert [button.key for button in links if button.proto.type == "secondary"] == [key]


def test_the_link_to_any_two_formats_shows_another_pair_and_keeps_a_chosen_one() -> None:
    page = visit()
    shown = page.subheader[0].value
    page.button(key="link-any").click().run()
    assert page.subheader[0].value != shown
    assert [button.key for button in page.button if button.proto.type == "secondary"] == ["link-any"]
    page = visit(show="mapping", **{"from": "a2a", "to": "anthropic"})
    page.button(key="link-any").click().run()
    assert page.subheader[0].value == "A2A → Anthropic Messages"


def test_choosing_the_same_format_twice_is_explained() -> None:
    assert "Both formats are the same" in visit(**{"from": "a2a", "to": "a2a"}).info[0].value


@pytest.mark.parametrize("value", ["", "nobody", "../..", "<b>"])
def test_an_invalid_address_shows_the_first_part(value: str) -> None:
    page = visit(**{"show": value, "from": value, "to": value})
    assert not page.exception
    assert page.subheader


def test_a_walk_goes_forwards_and_back() -> None:
    page = visit(show="walk", walk="icontent/rethreaded-prefix")
    assert page.subheader[0].value == "Spec 001: an id changes its prefix"
    assert page.button(key="walk-back").disabled
    page.button(key="walk-next").click().run()
    page.button(key="walk-next").click().run()
    assert page.query_params["step"] == "2"
    assert any("Message 1, user" in text.value for text in page.markdown)
    page.button(key="walk-back").click().run()
    assert any("Message 0, system" in text.value for text in page.markdown)


STORY = "Switching providers rewrote one id but not the other."
LESSON = "Spec 001 replaces one known prefix and changes nothing else"


def test_the_provider_answers_only_after_the_guess() -> None:
    page = visit(show="walk", walk="icontent/rethreaded-prefix", step="7")
    assert not page.code
    page.radio[0].set_value("refuses 3").run()
    assert page.success[0].value == "Correct."
    assert "'call_1A7k' not found" in page.code[0].value
    assert any(text.value.startswith(STORY) for text in page.text)
    assert any(text.value.startswith(LESSON) for text in page.markdown)


def test_a_walk_begins_with_what_is_sent_to_whom() -> None:
    page = visit(show="walk", walk="icontent/rethreaded-prefix")
    assert "A conversation of 6 messages is about to be sent to OpenAI." in [text.value for text in page.markdown]


@pytest.mark.parametrize("step", [str(number) for number in range(8)])
def test_no_step_before_the_guess_says_what_is_wrong(step: str) -> None:
    page = visit(show="walk", walk="icontent/rethreaded-prefix", step=step)
    written = [text.value for text in (*page.text, *page.markdown)]
    assert not any(STORY in text or LESSON in text for text in written)


def test_all_samples_are_offered_by_topic() -> None:
    page = visit(show="walks")
    assert page.button(key="link-icontent/four-ids").label.startswith("Four ids, one call")


def test_a_rule_leads_back_to_the_search_that_found_it() -> None:
    page = visit(show="rules", find="adjacent")
    page.button(key="link-TC105").click().run()
    assert page.subheader[0].value == "TC105 tool-result-not-adjacent"
    assert page.button(key="link-all-rules").label == "◂ Back to the rules found"
    page.button(key="link-all-rules").click().run()
    assert page.text_input(key="find-rules").value == "adjacent"
    page = visit(show="rules", rule="tool-result-not-adjacent")
    assert page.button(key="link-all-rules").label == "◂ All rules"


def test_a_search_without_a_match_says_what_to_try() -> None:
    page = visit(show="rules", find="zebra crossing")
    assert any(text.value.startswith("No rule contains all these words.") for text in page.markdown)


def test_rules_are_searched_and_shown_side_by_side() -> None:
    page = visit(show="rules")
    page.text_input[0].set_value("unsupported role").run()
    assert "of" in page.caption[-1].value
    page.button(key="link-FM801").click().run()
    assert page.subheader[0].value == "FM801 format-mixed"
    assert any(line.startswith("- ") for line in page.code[0].value.splitlines())


def test_a_puzzle_is_revealed_and_scored() -> None:
    page = visit(show="break", sample="openai-chat/healthy-failed-tool", fault="switch-prefix")
    assert not any("points" in text.value for text in page.markdown)
    page.button(key="reveal").click().run()
    assert any("points" in text.value for text in page.markdown)
    assert any("The prefix of the id is rewritten" in text.value for text in page.markdown)
    page.button(key="another").click().run()
    assert not page.exception


def test_the_answer_marks_what_was_guessed_right() -> None:
    page = visit(show="break", sample="openai-chat/healthy-failed-tool", fault="switch-prefix")
    page.button(key="reveal").click().run()
    answers = [text.value.partition(" it. ") for text in page.text if " it. " in text.value]
    assert {answer.rpartition(" would ")[2]: mark for answer, _, mark in answers} == {
        "accept": "✓ You were right.",
        "refuse": "✖ You were wrong.",
    }
    assert any(text.value.endswith("✖ You were wrong.") for text in page.markdown)
