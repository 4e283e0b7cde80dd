"""Sections: actions on the open conversation, each with a button in the bar and a function that draws it.

A new section is one module and one line here. A section can also open a dialog.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.app.converting import convert_section
from workbench.app.notes import notes_section
from workbench.app.repairing import repair_section
from workbench.app.replaying import replay_section
from workbench.app.sharing import share_section
from workbench.outputs.verdict_sentence import counted
from workbench.view.protocol import Action


@dataclass(frozen=True, slots=True)
class Section:
    label: str
    hint: str
    draw: Callable[[], None]


REPAIR, APPLY, UNDO = "repair", "apply", "undo"
SECTIONS = {
    "notes": Section("Notes", "Write notes about this case", notes_section),
    "share": Section("Share…", "Create a file to send to somebody", share_section),
    "convert": Section("Convert…", "Convert it for another provider or format, and download it", convert_section),
    "replay": Section("Replay", "Send it to a model", replay_section),
    REPAIR: Section("Repair", "See what can be repaired", repair_section),
}
"""In the order of their buttons. The last one is primary."""


def bar_actions(fixable: str, proposed: int, repaired: bool = False) -> list[Action]:
    """Return the buttons of the bar. Repair shows the number of fixes. Proposed fixes can be applied from the bar.

    If the conversation was `repaired`, the repair can be undone from the bar too.
    """
    actions: list[Action] = [
        {
            "name": name,
            "label": f"{section.label} {fixable}" if name == REPAIR and fixable else section.label,
            "hint": section.hint,
            "primary": name == REPAIR and bool(fixable) and not proposed,
        }
        for name, section in SECTIONS.items()
    ]
    if repaired:
        actions.append({"name": UNDO, "label": "Undo", "hint": "Undo the last repair", "primary": False})
    if proposed:
        label = f"Apply {counted(proposed, 'fix')}"
        actions.append(
            {
                "name": APPLY,
                "label": label,
                "hint": "Apply the ticked fixes and continue with the repaired version",
                "primary": True,
            }
        )
    return actions
