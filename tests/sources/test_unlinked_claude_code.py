"""A Claude Code session in which no line names its parent is repaired without making one line a branch of its own."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from workbench.cli import main
from workbench.json.text import compact, parse_or_none

_ABOUT = {"parentUuid": None, "isSidechain": False, "sessionId": "s", "timestamp": "2026-03-01T10:00:00.000Z"}


def _line(number: int, role: str, *blocks: dict[str, object]) -> str:
    message = {"role": role, "content": list(blocks), **({"id": f"m{number}"} if role == "assistant" else {})}
    return compact({**_ABOUT, "uuid": f"u{number}", "type": role, "message": message})


def test_a_missing_result_is_added_to_lines_without_parents(tmp_path: Path) -> None:
    lines = [
        _line(1, "user", {"type": "text", "text": "Is the lock gate open?"}),
        _line(2, "assistant", {"type": "tool_use", "id": "toolu_1", "name": "gate", "input": {}}),
        _line(3, "assistant", {"type": "text", "text": "I could not find out."}),
        _line(4, "user", {"type": "text", "text": "Try again."}),
    ]
    file = tmp_path / "session.jsonl"
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    result = CliRunner().invoke(main, ["doctor", str(file), "--fix"])
    assert "1 repaired" in result.output, result.output
    written = file.read_text(encoding="utf-8").splitlines()
    assert [line for line in written if line in lines] == lines
    (added,) = [parse_or_none(line) for line in written if line not in lines]
    assert added["parentUuid"] is None
    assert added["message"]["content"][0]["tool_use_id"] == "toolu_1"
