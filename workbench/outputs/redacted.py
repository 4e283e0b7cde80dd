"""What a redaction replaced and what leaves, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import in_words
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import visible
from workbench.redaction.redact import Redacted

_ONE = {"secrets": "secret", "texts": "text", "names": "name", "ids": "id", "numbers": "number"}
_MOST = 5


def redacted_in_words(redacted: Redacted) -> Iterator[str]:
    """One sentence for what was replaced, and one for each thing that somebody should look at before it leaves."""
    listed = [counted(redacted.counts[kind], word) for kind, word in _ONE.items() if kind in redacted.counts]
    yield f"Replaced: {', '.join(listed)}." if listed else "Nothing had to be replaced: no secret was found."
    if redacted.kept:
        places = ", ".join(visible(in_words(place)) for place in redacted.kept[:_MOST])
        more = f" and {len(redacted.kept) - _MOST} more" if len(redacted.kept) > _MOST else ""
        yield f"Kept as it is, because a finding depends on it: {places}{more}. Check it before you share the file."
    if not redacted.same_findings:
        yield "Without its secrets, the conversation has different findings."
