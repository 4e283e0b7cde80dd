"""A file's name is shown as it is, whatever Markdown would make of it."""

from __future__ import annotations

import pytest

from workbench.view.as_markdown import as_markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("session-1.jsonl", "session-1.jsonl"),
        ("**a**_b_", r"\*\*a\*\*\_b\_"),
        ("![x](y)", r"\!\[x\](y)"),
        (":red[a] $x$", r"\:red\[a\] \$x\$"),
        (r"\* <b>&amp;`", r"\\\* \<b\>\&amp;\`"),
        ("a\u202eb\x1b", r"a\\u202eb\\u001b"),
    ],
)
def test_markup_is_escaped(text: str, markdown: str) -> None:
    assert as_markdown(text) == markdown
