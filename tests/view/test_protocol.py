"""The two descriptions of the protocol are equal, and the server sends what they describe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.view.checked_views import view_of_sample
from workbench.samples import samples
from workbench.view import drawn_rows, protocol
from workbench.view.window import Look

SCRIPT = (Path(workbench.app.__file__).parent / "component" / "protocol.js").read_text(encoding="utf-8")
INLINE = {"FilterData", "PageLink"}
"""Types that are part of other types in JavaScript."""


def in_javascript() -> dict[str, dict[str, bool]]:
    found = {}
    for comment in re.findall(r"/\*\*(.*?)\*/", SCRIPT, re.DOTALL):
        if name := re.search(r"@typedef \{Object\} (\w+)", comment):
            fields = re.findall(r"@property \{.*\} (\[?\w+\]?)", comment)
            found[name[1]] = {field.strip("[]"): field.startswith("[") for field in fields}
    return found


def in_python() -> dict[str, dict[str, bool]]:
    described = vars(drawn_rows) | vars(protocol)
    types = {name: value for name, value in described.items() if is_typeddict(value) and name not in INLINE}
    return {
        name: {field: field in value.__optional_keys__ for field in value.__annotations__}
        for name, value in types.items()
    }


def test_both_descriptions_name_the_same_messages_and_fields() -> None:
    assert in_javascript() == in_python()


def test_field_names_are_full_words() -> None:
    short = {field for fields in in_python().values() for field in fields if len(field) < 3}
    assert short == set()


def wrong(value: Any, kind: Any, at: str) -> Iterator[str]:
    """Yield the places where a value does not have its described type."""
    if get_origin(kind) is NotRequired:
        kind = get_args(kind)[0]
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        missing = kind.__required_keys__ - value.keys()
        yield from (f"{at}.{name} is missing" for name in missing)
        yield from (f"{at}.{name} is not described" for name in value.keys() - hints.keys())
        for name in value.keys() & hints.keys():
            yield from wrong(value[name], hints[name], f"{at}.{name}")
    elif get_origin(kind) is list:
        for number, item in enumerate(value):
            yield from wrong(item, get_args(kind)[0], f"{at}[{number}]")
    elif kind in (str, int, bool) and not isinstance(value, kind):
        yield f"{at} is {value!r}"


@pytest.mark.parametrize("sample", [sample.name for sample in samples()])
def test_the_head_and_the_rows_of_every_sample_are_as_described(sample: str) -> None:
    view = view_of_sample(sample)
    assert list(wrong(view.head(Look(why="tool-result-orphan")), protocol.Head, "head")) == []
    assert list(wrong(view.window(Look()), protocol.Window, "window")) == []


def test_everything_that_the_page_receives_is_as_described() -> None:
    page = AppTest.from_file(str(Path(workbench.app.__file__).with_name("page.py")), default_timeout=60)
    page.query_params["sample"] = "icontent/four-ids"
    page.run()
    assert not page.exception
