"""What a source knows about the records of its file that no message was read from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_text

Reason = Callable[[Path, Json], str]
"""Return why the program does not send a record, given with its path; an empty text if that is not known.

What the record is begins with an article; what became of it does not."""
LeftOut = Callable[[Material, Collection[Path]], Reason]
"""Take the file and the paths of the records that are sent, and return what explains the others."""

ON_ANOTHER_BRANCH = "on another branch"
OF_ANOTHER_SESSION = "of another session"
ABOUT_THE_SESSION = "about the session"
SUMMARISED = "replaced by a summary"
FAILED = "an answer that failed or was stopped"
FOR_THE_SCREEN = "shown on the screen only"


def says_what_it_is(reason: str) -> bool:
    """Whether a reason only explains the type of a record, which names it better."""
    return reason.startswith(("a ", "an ", "the "))


def by_type(reasons: Mapping[str, str], otherwise: Callable[[Path, Object], str] = lambda path, record: "") -> Reason:
    """Explain records by their type, and those of other types as `otherwise` says."""

    def reason(path: Path, record: Json) -> str:
        if not isinstance(record, dict):
            return ""
        kind = as_text(record.get("type"))
        return reasons[kind] if kind in reasons else otherwise(path, record)

    return reason
