"""Sources and values of facts that apply to models of several vendors."""

from __future__ import annotations

PRICES = ("litellm model_prices_and_context_window.json", "2026-08-08")
RECORDED = ("refusals and answers recorded in public test suites", "2026-08")
QUOTED = ("refusals quoted in public source files", "2026-08")
RESULT_IMAGES = ("anomalyco/opencode#49443, can1357/oh-my-pi#11681; recorded answers", "2026-10")
TEMPLATES = ("llama.cpp models/templates b21e4de", "2026-08")
GROQ = ("console.groq.com/docs/vision", "2026-08")
NO_PROMPT = frozenset({"system", "developer"})
LOW_TO_HIGH = ("low", "medium", "high")
