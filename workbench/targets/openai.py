"""OpenAI Chat Completions."""

from __future__ import annotations

from workbench.targets.contract import Target

OPENAI = Target(name="openai", title="OpenAI", formats=("openai-chat",), wire="openai-chat", rules={})
