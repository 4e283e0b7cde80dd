"""Report what a redaction replaced and what it had to leave, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import readable
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import visible
from workbench.redaction.redact import Redacted

_SINGULAR = {"secrets": "secret", "texts": "text", "names": "name", "ids": "id", "numbers": "number"}
_MAX_PLACES = 5


def redacted_sentences(redacted: Redacted) -> Iterator[str]:
    """Yield a sentence about the replaced values, and one for each thing to check before sharing the file."""
    counts = [counted(redacted.counts[kind], word) for kind, word in _SINGULAR.items() if kind in redacted.counts]
    yield f"Replaced: {', '.join(counts)}." if counts else "Nothing had to be replaced: no secret was found."
    if redacted.kept:
        places = ", ".join(visible(readable(place)) for place in redacted.kept[:_MAX_PLACES])
        more = f" and {len(redacted.kept) - _MAX_PLACES} more" if len(redacted.kept) > _MAX_PLACES else ""
        yield f"Not replaced, because a finding depends on it: {places}{more}. Check it before you share the file."
    if not redacted.same_findings:
        yield "Without its secrets, the conversation has different findings."
