"""The interface of a module that explains why its source does not send some records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_text

Reason = Callable[[Path, Json], str]
"""Returns why the program does not send a record, given with its path, or an empty text if that is not known.

A reason that describes the record begins with an article; a reason that describes what happened to it does not."""
Explanation = Callable[[Material, Collection[Path]], Reason]
"""Takes the file and the paths of the sent records, and returns the function that explains the others."""

ON_ANOTHER_BRANCH = "on another branch"
OF_ANOTHER_SESSION = "of another session"
ABOUT_THE_SESSION = "about the session"
SUMMARISED = "replaced by a summary"
FAILED = "an answer that failed or was stopped"
FOR_THE_SCREEN = "shown on the screen only"


def describes_record(reason: str) -> bool:
    """Whether a reason describes the record, in which case its type is a better name."""
    return reason.startswith(("a ", "an ", "the "))


def by_type(reasons: Mapping[str, str], otherwise: Callable[[Path, Object], str] = lambda path, record: "") -> Reason:
    """Explain records by their type; `otherwise` explains the other types."""

    def reason(path: Path, record: Json) -> str:
        if not isinstance(record, dict):
            return ""
        kind = as_text(record.get("type"))
        return reasons[kind] if kind in reasons else otherwise(path, record)

    return reason
