"""What can be done with the open conversation: each a button in the bar and a function that draws it below the table.

Adding one means writing its module and adding its line here. A section may also open a dialog.
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
    "share": Section("Share…", "Make a file to send to somebody", share_section),
    "convert": Section("Convert…", "See what another provider or format would get, and download it", convert_section),
    "replay": Section("Replay", "Send it to a model", replay_section),
    REPAIR: Section("Repair", "See what can be repaired", repair_section),
}
"""In the order of their buttons. The last is the primary one."""


def bar_actions(fixable: int, proposed: int, repaired: bool = False) -> list[Action]:
    """The buttons of the bar. The repair says how much it can repair, and once it is drawn it can be applied.

    What was `repaired` can be undone where it was applied, without looking for it.
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
        actions.append({"name": APPLY, "label": label, "hint": "Continue with the repaired version", "primary": True})
    return actions
