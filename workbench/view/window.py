"""View: one checked conversation as the page shows it. Everything expensive is computed on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from workbench.checks.every_target import verdicts
from workbench.checks.findings import Cause, Finding, Fix
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.defects import Part, report_defect
from workbench.formats import FORMATS
from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened
from workbench.repairs.fixes import fix_for, with_fix
from workbench.targets import TARGETS
from workbench.view import message_details as selected_message
from workbench.view.drawn_rows import RequestRow, Row
from workbench.view.file_column import FileRows, file_rows
from workbench.view.journeys import Journeys
from workbench.view.listing import Filter, Listing
from workbench.view.protocol import CauseRow, FileColumn, FixTitle, Head, Headline, Window
from workbench.view.responses import ReplayAnswer, response_at
from workbench.view.rows import Rows
from workbench.view.shown_values import ShownValues
from workbench.view.threads import Threads, thread_rows
from workbench.view.unreadable_parts import unread
from workbench.view.verdict import LONGEST, base_name, cause_rows, found_in, headline, known_as, rule_page, verdict_rows

ViewName: TypeAlias = Literal["stages", "chat"]
STAGES: Final = "stages"
CHAT: Final = "chat"
Panel: TypeAlias = Literal["mapping", "trip", "raw", "steps", "threads", "targets"]
"""The tabs below the messages: four of the selected message, `threads` and `targets`."""
MAX_ROWS = 120
"""The maximum size of a window, however many rows are requested."""
_CAUSES_SHOWN = 8
_THREADS_SHOWN = 200
_FIXABLE_COUNTED = 200
_SMALL = 400


@dataclass(frozen=True, slots=True)
class Look:
    """What the user is looking at."""

    first: int = 0
    last: int = 40
    filter: Filter = field(default_factory=Filter)
    selected: int | None = None
    opened: frozenset[str] = frozenset()
    view: ViewName = STAGES
    panel: Panel = "mapping"
    all_causes: bool = False
    why: str = ""
    """The rule whose documentation is open."""


class View:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.defects: list[str] = []
        """Sentences about columns and tabs that could not be shown."""
        self.cache: dict[Any, Any] = {}
        """A cache for objects derived from this view, which live as long as the view."""
        self.threads = Threads(report)
        self.journeys = Journeys(report)
        self.file = self._file_rows()
        self.values = ShownValues(report, self.file)
        self.rows = Rows(report, self.threads, self.journeys, self.file)
        self.listing = Listing(report, self.threads)

    def _file_rows(self) -> FileRows | None:
        """Return the file column. A defect in it is reported among the notes, and the other columns stay."""
        try:
            return file_rows(self.report, self.journeys.back_column + 1)
        except Exception as defect:  # noqa: BLE001 - a defect in one column leaves the others
            self.defects.append(report_defect(Part.PAGE, "the stage of the file", defect))
            return None

    def head(self, look: Look, recognised: str = "") -> Head:
        """Return the verdict and the findings. `recognised` is the detected format if the user chose another one."""
        conversation, detection = self.report.conversation, self.report.conversation.detection
        causes = self._cause_rows if look.all_causes else self._cause_rows[:_CAUSES_SHOWN]
        return {
            "name": base_name(conversation),
            "verdict": self._headline,
            "recorded": self.rows.notes.recorded,
            "unread": unread(conversation),
            "format": conversation.format,
            "dialect": conversation.dialect or "",
            "known": found_in(conversation) or known_as(detection, recognised),
            "formats": [[name, form.title] for name, form in FORMATS.items()],
            "target": self.report.target.name,
            "targets": [[name, target.title, target.throws is not None] for name, target in TARGETS.items()],
            "notes": [*self.defects, *(note.text for note in conversation.notes)][:20],
            "causes": [self._with_fixes(row) for row in causes],
            "hidden": len(self._cause_rows) - len(causes),
            "why": rule_page(look.why) if look.why else None,
        }

    def request(self, opened: frozenset[str] = frozenset()) -> list[RequestRow]:
        """Return the rows of the request-level settings, with the findings about them."""
        return self.rows.request(opened)

    def columns(self) -> list[list[str]]:
        stages = self.report.journey.stages
        named = [[column.kind, column.format] for column in stages.columns]
        origin = self.report.conversation.origin
        file = [["file", origin.title]] if self.file and origin else []
        return [*named, ["response", stages.wire.format], ["back", self.report.conversation.format], *file]

    def file_column(self) -> FileColumn | None:
        """Return the facts about the entire file that decide whether its column is shown."""
        return {"column": self.file.column, "differs": self.file.stage.differs} if self.file else None

    def window(
        self, look: Look, live: Mapping[int, ReplayAnswer] | None = None, notes: Mapping[int, Json] | None = None
    ) -> Window:
        """Return the rows on the screen and their position in the list. `notes` come from replays."""
        rows = self.listing.rows(look.filter)
        first, last = row_range(look, len(rows))
        live, notes = live or {}, notes or {}
        return {
            **self.frame(),
            "total": len(rows),
            "first": first,
            "rows": [self._listed(look, index, live.get(index), notes.get(index)) for index in rows[first:last]],
            "map": self.listing.marks(rows),
        }

    def _listed(self, look: Look, index: int, live: ReplayAnswer | None, note: object) -> Row:
        return self.with_gaps(self.row(look, index, live, note), look, index)

    def with_gaps(self, row: Row, look: Look, index: int) -> Row:
        """Return a row with the unsent records around it, if the list is not filtered."""
        if self.file is None or look.filter != Filter():
            return row
        last = index == len(self.report.conversation.messages) - 1
        try:
            before, after = self.file.gap(index, look.opened), self.file.gap(index + 1, look.opened) if last else None
        except Exception as defect:  # noqa: BLE001 - a defect in what is not sent leaves the messages
            defect_text = report_defect(Part.PAGE, "drawing what is not sent", defect)
            self.defects += [defect_text] if defect_text not in self.defects else []
            return row
        row = {**row, "gap": before} if before else row
        return {**row, "end": after} if after else row

    def frame(self) -> Window:
        """Return the facts about the entire list, independent of the shown rows."""
        return {
            "total": 0,
            "count": len(self.report.conversation.messages),
            "problems": len(self.listing.problems),
            "changes": 0,
            "first": 0,
            "rows": [],
            "map": [],
            "roles": self._roles,
            "threads": self._thread_names,
            "more_threads": max(0, len(self.threads.all) - _THREADS_SHOWN),
        }

    def row(self, look: Look, index: int, live: ReplayAnswer | None = None, note: object = None) -> Row:
        return (
            self.rows.chat_row(index, live, note)
            if look.view == CHAT
            else self.rows.row(index, look.opened, live, note)
        )

    def panel(self, look: Look, live: Mapping[int, ReplayAnswer] | None = None) -> dict[str, Json]:
        """Return the content of the open tab. A defect in it is reported among the notes, and the tab stays empty."""
        try:
            return self._panel(look, live)
        except Exception as defect:  # noqa: BLE001 - a defect in one tab leaves the others
            defect_text = report_defect(Part.PAGE, f"the tab {look.panel}", defect)
            if defect_text not in self.defects:
                self.defects.append(defect_text)
            return {"kind": look.panel, "index": None}

    def _panel(self, look: Look, live: Mapping[int, ReplayAnswer] | None) -> dict[str, Json]:
        if look.panel == "threads":
            return {
                "kind": "threads",
                "rows": thread_rows(self.threads, 0, _THREADS_SHOWN),
                "all": len(self.threads.all),
            }
        if look.panel == "targets":
            return {"kind": "targets", "rows": self.verdicts}
        index = look.selected
        if index is None or not 0 <= index < len(self.report.conversation.messages):
            return {"kind": look.panel, "index": None}
        response = response_at(self.report.journey.stages, index, (live or {}).get(index))
        panels: dict[str, Callable[[], Sequence[Json]]] = {
            "mapping": lambda: selected_message.mapping(self.report, index),
            "trip": lambda: selected_message.round_trip(self.report, index, response),
            "raw": lambda: selected_message.raw(self.report, index, response),
            "steps": lambda: selected_message.steps(self.report, self.journeys, index, response),
        }
        rows = panels.get(look.panel, panels["mapping"])()
        is_assistant = self.report.journey.internal.roles[index] == "assistant"
        origin = response.origin if response and is_assistant else ""
        return {"kind": look.panel, "index": index, "rows": rows, "response": origin}

    @cached_property
    def verdicts(self) -> list[dict[str, Json]]:
        return verdict_rows(verdicts(self.report.conversation))

    @cached_property
    def small(self) -> bool:
        """Whether the verdicts of all targets are cheap enough to compute without a click."""
        messages = self.report.conversation.messages
        return len(messages) <= _SMALL and sum(len(compact(message)) for message in messages) <= _SMALL * 500

    @cached_property
    def fixable(self) -> int:
        """How many causes have a fix."""
        return sum(1 for cause in self._causes[:_FIXABLE_COUNTED] if any(self._fix(f) for f in cause.findings))

    @property
    def fixable_text(self) -> str:
        """How many causes have a fix, such as `3`, or `200+` if not all causes were looked at; empty if none has."""
        more = "+" if len(self._causes) > _FIXABLE_COUNTED else ""
        return f"{self.fixable}{more}" if self.fixable else ""

    @cached_property
    def first_problem(self) -> int | None:
        """The message of the most severe finding, where the page opens."""
        places = (cause.head.message_index for cause in self._causes if cause.severity != "info")
        return next((index for index in places if index >= 0), None)

    def refusing(self) -> str:
        """Return how many targets refuse the conversation, or an empty text if it cannot be judged."""
        refused = sum(row["outcome"] == Outcome.REFUSED for row in self.verdicts)
        if all(row["outcome"] == Outcome.NOT_JUDGED for row in self.verdicts):
            return ""
        return f"{refused} of {len(self.verdicts)} targets {'refuses' if refused == 1 else 'refuse'}"

    @cached_property
    def _headline(self) -> Headline:
        return headline(self.report)

    @cached_property
    def _cause_rows(self) -> list[CauseRow]:
        return cause_rows(self.report, self.file.stage.record_name_at if self.file else None)

    @cached_property
    def _causes(self) -> list[Cause]:
        return list(self.report.causes)

    def fix_of(self, cause: int) -> Fix | None:
        """Return the fix that the page offers for a cause, or None."""
        findings = self._causes[cause].findings if 0 <= cause < len(self._causes) else ()
        return next((fix for finding in findings if (fix := self._fix(finding))), None)

    def _with_fixes(self, row: CauseRow) -> CauseRow:
        """Return a row with its fix. Fixes are only computed for visible rows."""
        if "fix" not in row:
            fix = self.fix_of(row["cause"])
            row["fix"] = _fix_title(fix) if fix else None
            if fix is None:
                row["text"] += self._defect_of_fix(self._causes[row["cause"]].head)
        return row

    def _defect_of_fix(self, finding: Finding) -> str:
        """Return the sentence about a defect that prevented a fix, to append to the finding's text; usually empty."""
        return with_fix(self.report, finding).text.removeprefix(finding.text)

    def _fix(self, finding: Finding) -> Fix | None:
        return finding.fix or fix_for(self.report, finding)

    @cached_property
    def _roles(self) -> list[str]:
        known = ("system", "user", "assistant", "tool", "other")
        present = set(self.report.journey.internal.roles)
        return [role for role in known if role in present]

    @cached_property
    def _thread_names(self) -> list[list[Any]]:
        broken_first = sorted(self.threads.all, key=lambda thread: not thread.broken)[:_THREADS_SHOWN]
        return [[thread.number, thread.ids[0][:60], thread.tool[:40], thread.broken] for thread in broken_first]


def _fix_title(fix: Fix) -> FixTitle:
    title, reason = shortened(fix.title, LONGEST), shortened(fix.reason, LONGEST)
    return {"title": title, "safe": fix.safe, "reason": reason}


def row_range(look: Look, total: int) -> tuple[int, int]:
    """Return the start and the end of the rows to send, limited to valid values."""
    first = max(0, min(look.first, total))
    return first, max(first, min(look.last, total, first + MAX_ROWS))
