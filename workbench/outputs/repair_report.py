"""Report what a repair changed and which errors remain, for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from rich.text import Text

from workbench.checks.verdict import Outcome
from workbench.outputs.text import STYLES
from workbench.outputs.verdict_sentence import counted, verdict_sentence
from workbench.outputs.visible import visible
from workbench.readable_place import readable_place
from workbench.repairs.declined import declined
from workbench.repairs.repair import Repaired
from workbench.targets import TARGETS

_MAX_LINES = 20


def repaired_as_text(repaired: Repaired, is_preview: bool) -> Iterator[Text]:
    verb = "would fix" if is_preview else "fixed"
    applied = Counter((fix.title, fix.reason) for fix in repaired.applied)
    for (title, reason), count in islice(applied.items(), _MAX_LINES):
        times = f" ({count} times)" if count > 1 else ""
        yield Text.assemble((verb, "bold green"), f": {visible(title)}{times} — {visible(reason)}")
    if len(applied) > _MAX_LINES:
        yield Text(f"… and {len(applied) - _MAX_LINES} other kinds of fixes.")
    for title in islice(dict.fromkeys(fix.title for fix in repaired.proposed), _MAX_LINES):
        yield Text.assemble(("not applied", "bold yellow"), f": {visible(title)} (unsafe; --unsafe applies it)")
    for fix, why in declined(repaired):
        yield Text.assemble(("not applied", "bold yellow"), f": {visible(fix.title)} — {visible(why)}")
    for finding in repaired.remaining[:_MAX_LINES]:
        place = visible(readable_place(repaired.conversation, finding.at))
        sentence = f" {finding.rule} at {place}: {visible(finding.text)}"
        yield Text.assemble((f"left: error[{finding.code}]", STYLES["error"]), sentence)
    if repaired.harmed:
        names = ", ".join(TARGETS[name].title for name in repaired.harmed)
        yield Text.assemble(("careful", "bold yellow"), f": after the repair, these would refuse it: {names}.")
    if repaired.report.verdict.outcome is Outcome.NOT_JUDGED:
        yield Text(visible(f"{verdict_sentence(repaired.report)}. Nothing was repaired."))
        return
    left = f", {counted(len(repaired.remaining), 'error')} left" if repaired.remaining else ""
    yield Text(f"{counted(len(repaired.applied), 'fix')}{left}.")
