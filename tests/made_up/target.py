"""The post office: who receives letters, what it refuses and in which words."""

from __future__ import annotations

from workbench.targets.contract import ERROR, Target, Words

TARGET = Target(
    name="post-office",
    title="The post office",
    formats=("letters",),
    wire="letters",
    rules={
        "tool-result-missing": ERROR,
        "tool-result-orphan": ERROR,
        "tool-args-invalid-json": ERROR,
        "tool-args-not-object": ERROR,
        "args-double-stringified": ERROR,
        "role-unsupported": ERROR,
    },
    words={"tool-result-missing": Words("nobody replied to {id}"), "tool-result-orphan": Words("who asked for {id}?")},
)
