"""A name in the table begins with what distinguishes it."""

from __future__ import annotations

import workbench as wb
from tests.triage.test_judging import RENAMED
from workbench.triage.case import Case
from workbench.triage.judging import judge
from workbench.triage.short_names import short_names
from workbench.triage.table import table


def _case(name: str) -> Case:
    return judge(wb.load(RENAMED, name=name), name, 0, "openai")


def test_folders_that_distinguish_nothing_are_left_out() -> None:
    assert short_names(["export.zip/chats/a.json", "export.zip/chats/b.json#/3"]) == {
        "export.zip/chats/a.json": "a.json",
        "export.zip/chats/b.json#/3": "b.json#/3",
    }


def test_files_of_the_same_name_keep_the_folders_that_distinguish_them() -> None:
    assert list(short_names(["x/one/chat.json", "y/one/chat.json", "y/two/chat.json", "chat.json"]).values()) == [
        "x/one/chat.json",
        "y/one/chat.json",
        "two/chat.json",
        "chat.json",
    ]


def test_the_last_folder_is_kept_if_the_files_come_from_several() -> None:
    """Support exports have a folder for each customer."""
    names = ["export.zip/chats/anna/chat-1.json", "export.zip/chats/bo/chat-2.json#/3", "export.zip/notes.txt"]
    assert list(short_names(names).values()) == ["anna/chat-1.json", "bo/chat-2.json#/3", "export.zip/notes.txt"]


def test_the_table_has_short_names() -> None:
    cases = [_case("all/one/chat.json"), _case("all/two/chat.json"), _case("all/two/other.json")]
    assert list(table(cases)["name"]) == ["one/chat.json", "two/chat.json", "two/other.json"]
