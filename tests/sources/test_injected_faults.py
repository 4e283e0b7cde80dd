"""The fault injector breaks a session in its own file; the doctor repairs it, and the program's rules hold again."""

from __future__ import annotations

import pytest

from tests.sources.documents import lines, only
from tests.sources.kinds import AG_UI, CHAT, LANGCHAIN
from tests.sources.kinds_of_programs import AUTOGEN_CONTEXT, GOOSE_MESSAGES, KIMI
from tests.sources.test_writing import (
    AG_UI_NEXT,
    AI_NEXT,
    AUTOGEN_NEXT,
    CHAT_NEXT,
    CLAUDE,
    CODEX,
    CONTINUED,
    FACTORY_LINKED,
    FACTORY_NEXT,
    GOOSE_HEAD,
    GOOSE_NEXT,
    OLD_STORED,
    PI_NEXT,
    PI_PLAIN,
    PYDANTIC,
    SHARED,
    STORED,
    STORED_NEXT,
    TIMED,
    TIMED_NEXT,
    pretty,
    session,
    stored,
)
from workbench.checks.check import check
from workbench.doctor.repairing import repaired_text
from workbench.mutations import MUTATIONS, inject
from workbench.sources.writing import rewritten
from workbench.sources.writing.changes import CannotBeWrittenError

HEALTHY = {
    "claude-code": lines(*CLAUDE),
    "codex": lines(*CODEX),
    "pi": lines(*PI_PLAIN, PI_NEXT),
    "cline": pretty([*TIMED, TIMED_NEXT]),
    "langchain": pretty([*LANGCHAIN, AI_NEXT]),
    "ag-ui": pretty([*AG_UI, AG_UI_NEXT]),
    "pydantic-ai": pretty(PYDANTIC),
    "continue": session(*CONTINUED),
    "llama-index": pretty(stored(*STORED, STORED_NEXT)),
    "llama-index-old": pretty(stored(*OLD_STORED)),
    "sharegpt": pretty([{"conversations": SHARED}]),
    "hf-chat": lines({"conversation_id": "a", "conversation": [*CHAT, CHAT_NEXT]}, {"conversation_id": "b"}),
    "kimi-cli": lines(*KIMI, CHAT_NEXT),
    "factory": lines(*FACTORY_LINKED, FACTORY_NEXT),
    "autogen": pretty({"messages": [*AUTOGEN_CONTEXT, AUTOGEN_NEXT]}),
    "goose": lines(GOOSE_HEAD, *GOOSE_MESSAGES, GOOSE_NEXT),
}
OF_PAIRS = ("tool-result-missing", "tool-result-orphan", "tool-id-mismatch", "tool-count-mismatch")


def broken_files(content: bytes) -> dict[str, str]:
    """The file with each fault that it can hold, by the fault's name."""
    healthy = only(content)
    files = {}
    for name, fault in MUTATIONS.items():
        broken = inject(healthy, fault) if set(fault.rules) & set(OF_PAIRS) else None
        if broken is None:
            continue
        try:
            files[name] = rewritten(content.decode(), [(healthy, broken.conversation)])
        except CannotBeWrittenError:
            continue
    return files


@pytest.mark.parametrize("content", HEALTHY.values(), ids=HEALTHY)
def test_a_fault_of_a_pair_is_repaired_or_the_file_stays_the_same(content: bytes) -> None:
    faults = broken_files(content)
    assert faults
    repaired = 0
    for text in faults.values():
        try:
            new, _ = repaired_text(text, "file")
        except CannotBeWrittenError:
            continue
        repaired += 1
        assert check(only(new.encode())).errors == []
        kept = [line for line in text.splitlines() if line in new.splitlines()]
        assert len(kept) >= len(text.splitlines()) - 8  # a message of results that becomes a text
    assert repaired
