"""Commands of the page that open or change something."""

from __future__ import annotations

import pytest
import streamlit as st

from workbench.app import commands
from workbench.app.session import Session
from workbench.json.text import Json


class _DrawnAgainError(Exception):
    pass


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    def rerun() -> None:
        raise _DrawnAgainError

    monkeypatch.setattr(st, "rerun", rerun)
    return Session(source=("sample", "icontent/four-ids"))


def _execute(session: Session, name: Json, value: Json = None) -> bool:
    """Execute a command and return whether the page is drawn again."""
    opened = session.opened()
    assert opened is not None
    try:
        commands.execute(session, opened, {"number": 1, "name": name, "value": value})
    except _DrawnAgainError:
        return True
    return False


def test_a_target_is_chosen_and_an_open_section_is_drawn_again(session: Session) -> None:
    assert not _execute(session, "target", "anthropic")
    assert session.target == "anthropic"
    session.section = "replay"
    assert _execute(session, "target", "openai")


def test_the_detected_format_is_no_choice_of_the_user(session: Session) -> None:
    _execute(session, "format", "openai-chat")
    assert session.format == "openai-chat"
    _execute(session, "format", "icontent")
    assert session.format == ""


def test_a_section_opens_and_closes_and_the_repair_shows_both_versions(session: Session) -> None:
    assert _execute(session, "repair")
    assert (session.section, session.wanted, session.scroll) == ("repair", "both", 1)
    assert _execute(session, "repair")
    assert (session.section, session.wanted, session.scroll) == ("", "before", 1)


def test_a_fix_that_is_left_out_is_no_longer_ticked(session: Session) -> None:
    opened = session.opened()
    assert opened is not None
    view = session.view_of(opened)
    fixes = [index for index in range(len(opened.conversation.messages)) if view.fix_of(index)]
    assert _execute(session, "fix", fixes[0])
    assert session.choice is not None
    (ticked,) = session.choice
    assert _execute(session, "leave-out", ticked)
    assert session.choice == frozenset()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", "no such target"),
        ("target", ["openai"]),
        ("as", {"program": 1}),
        ("format", 7),
        ("versions", "neither"),
        ("fix", "first"),
        ("fix", 10_000),
        ("leave-out", 3),
        ("conversation", "not in this file"),
        ("starter", None),
        ("page", None),
        ("no such command", None),
        (["target"], "openai"),
    ],
)
def test_an_unknown_command_or_value_changes_nothing(session: Session, name: Json, value: Json) -> None:
    before = repr(session)
    assert not _execute(session, name, value)
    assert repr(session) == before
