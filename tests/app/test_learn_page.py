"""The Learn page, run without a browser: what the address names is shown, and nothing in it can break the page."""

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
    assert "the route is A2A → OpenAI Chat Completions → Anthropic Messages" in page.caption[2].value


def test_a_link_leads_to_its_mapping() -> None:
    page = visit().button(key="link-a2a-openai-chat").click().run()
    assert page.subheader[0].value == "A2A → OpenAI Chat Completions"


def test_the_same_format_twice_is_told() -> None:
    assert "the same format twice" in visit(**{"from": "a2a", "to": "a2a"}).info[0].value


@pytest.mark.parametrize("value", ["", "nobody", "../..", "<b>"])
def test_an_address_that_names_nothing_shows_the_first_part(value: str) -> None:
    page = visit(**{"show": value, "from": value, "to": value})
    assert not page.exception
    assert page.subheader
