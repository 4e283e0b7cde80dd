"""What to say of a text that is no conversation, to somebody who expected it to be one."""

from __future__ import annotations

from workbench.locate import locate
from workbench.report.visible import shortened
from workbench.view.verdict import LONGEST

ADVICE = (
    "What is needed is the conversation as data, as a program stores or sends it. Look for an export as JSON, or ask "
    "for the body of the request that failed: a log, a HAR file or a `curl` command that holds it will do."
)
_LONGEST_ERROR = 20_000


def error_meant(text: str) -> str:
    """What a provider's error means, if the text is one; else nothing."""
    found = locate(None, text) if 0 < len(text) <= _LONGEST_ERROR else None
    return shortened(found.sentence, LONGEST) if found is not None and found.rule is not None else ""
