"""A defect of the workbench is reported in its place with its code, and the rest of the page still works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from workbench import defects
from workbench.app import conversation_page
from workbench.app.component import stage_view
from workbench.json.text import compact
from workbench.rules import RULES
from workbench.view.rows import Rows

_PAGE = str(Path(workbench.app.__file__).with_name("page.py"))
ORPHAN = '[{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "call_9", "content": "done"}]'


def defective(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("what the conversation says")


def in_a_rule(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(RULES, "content-null", replace(RULES["content-null"], check=defective, occasion=None))


def in_a_fix(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(RULES, "tool-result-orphan", replace(RULES["tool-result-orphan"], fix=defective))


def in_a_row(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rows, "_drawn_row", defective)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the page's component was given, as JSON."""
    given: list[str] = []

    def record(data: Any, key: str) -> None:
        given.append(compact(data))
        stage_view(data, key)

    monkeypatch.setattr(conversation_page, "stage_view", record)
    monkeypatch.setattr(defects, "HIDDEN", True)
    return given


def opened() -> AppTest:
    page = AppTest.from_file(_PAGE, default_timeout=120).run()
    page.text_area[0].set_value(ORPHAN)
    return page.button(key="open").click().run()


@pytest.mark.parametrize(
    ("plant", "code"), [(in_a_rule, "WB001"), (in_a_fix, "WB002"), (in_a_row, "WB005")], ids=["rule", "fix", "row"]
)
def test_a_defect_is_shown_in_its_place_and_other_findings_stay(
    plant: Callable[[pytest.MonkeyPatch], None], code: str, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    page = opened()
    assert not page.exception
    assert not page.error
    assert code in drawn[-1]
    assert "tool-result-orphan" in drawn[-1]
    assert "what the conversation says" not in drawn[-1]


def test_a_defect_in_the_conversation_view_is_reported_in_its_place(
    drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation_page, "stage_data", defective)
    page = opened()
    assert not page.exception
    assert [error.value[:46] for error in page.error] == ["WB005: the view of the conversation failed (Ru"]
    assert drawn == []
