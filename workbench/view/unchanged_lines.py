"""Lines of a back-converted message that only repeat the internal one."""

from __future__ import annotations

from workbench.json.pointer import to_pointer
from workbench.stages import compare
from workbench.view.drawn_rows import Line


def without_unchanged(lines: list[Line], before: object, after: object) -> list[Line]:
    """Replace lines that came back unchanged by one `= internal`; lines with ids or differences stay."""
    different = {to_pointer(difference.path) for difference in compare(before, after) if difference.kind != "missing"}
    kept: list[Line] = []
    same = False
    for line in lines:
        values = [segment for segment in line["segments"] if segment["kind"] not in ("key", "sep")]
        if any(segment["kind"] == "id" or _touches(segment["pointer"], different) for segment in values):
            kept.append(line)
        else:
            same = True
    return [*kept, {"depth": 0, "segments": [{"kind": "same", "text": "= internal"}]}] if same else kept


def _touches(pointer: str, different: set[str]) -> bool:
    return pointer in different or any(other.startswith(pointer + "/") for other in different)
