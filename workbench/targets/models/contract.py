"""One row of the table of models: what is known about the models whose names begin with a prefix."""

from __future__ import annotations

from dataclasses import dataclass

ALWAYS, BY_DEFAULT, WHEN_ASKED, NEVER = "always", "by default", "when asked", "never"
"""When a model thinks."""


@dataclass(frozen=True, slots=True)
class Model:
    """One row, or all matching rows merged. None: unknown."""

    prefix: str = ""
    source: str = ""
    seen: str = ""
    forgets: tuple[str, ...] = ()
    """Facts of shorter prefixes that are unknown for this one."""
    window: int | None = None
    """The maximum number of tokens in a request."""
    output: int | None = None
    """The maximum number of tokens in an answer."""
    thinks: str | None = None
    sees: bool | None = None
    """Whether it accepts images."""
    images: int | None = None
    """The maximum number of images in a request."""
    watches: bool | None = None
    """Whether it accepts video, and files in a bucket."""
    files_in_results: bool | None = None
    """Whether the result of a tool may contain documents and video."""
    images_in_results: bool | None = None
    """Whether the result of a tool may contain images, on a platform that hosts models of many vendors."""
    fetches: bool | None = None
    """Whether it accepts URLs of files."""
    accepts_call_ids: bool | None = None
    """Whether calls and results may have ids, on a platform where some servers refuse them."""
    hears: bool | None = None
    """Whether it accepts audio."""
    needs_audio: bool | None = None
    """Whether the request must contain audio, or ask for it."""
    prefills: bool | None = None
    """Whether it continues an answer that the history begins."""
    prefills_with_tools: bool | None = None
    follows_model_turn: bool | None = None
    """Whether a request may end with the model's own turn, if that is not a prefill."""
    mixes_results: bool | None = None
    """Whether a turn may contain both tool results and text."""
    mixes_calls: bool | None = None
    """Whether a turn may contain both text and tool calls, on a platform that hosts models of many vendors."""
    merges_turns: bool | None = None
    """Whether adjacent messages of one role are merged into one turn."""
    begins: bool | None = None
    """Whether its own message may be the first."""
    accepts_system_messages: bool | None = None
    """Whether the messages may contain a system prompt, although its API has a separate field."""
    refused_roles: frozenset[str] | None = None
    needs_thoughts: bool | None = None
    """Whether it requires its reasoning back next to a call, as text."""
    signs_calls: bool | None = None
    """Whether it requires the signature of its reasoning back on a call."""
    template: str | None = None
    """The family of its chat template, if a server renders one."""
    efforts: tuple[str, ...] | None = None
    """Values of the reasoning effort; empty: the parameter is refused."""
    effort_default: str | None = None
    """The reasoning effort if a request sets none."""
    sampling: str | None = None
    """`free`; `fixed`, only the default; `thinking`, only the default while it thinks; `doubtful`, perhaps only the
    default; `refused`, none; `one`, temperature or top_p but not both."""
    stops: bool | None = None
    """Whether it accepts stop sequences."""
    refuses: frozenset[str] | None = None
    """Parameters that it refuses, whatever their value."""
    refuses_thinking: frozenset[str] | None = None
    """Parameters that it refuses while it thinks."""
    tools_while_thinking: bool | None = None
    """Whether Chat Completions accepts tools while the model thinks."""
    counts_completion: bool | None = None
    """Whether it requires `max_completion_tokens` instead of `max_tokens`."""
    budgets_thinking: bool | None = None
    """Whether thinking may have a budget; otherwise it is adaptive."""
    adapts_thinking: bool | None = None
    """Whether thinking may be adaptive; otherwise it has a budget."""
    thinking_stops: bool | None = None
    """Whether thinking may be switched off."""
    effort_without_thinking: tuple[str, ...] | None = None
    """The efforts that are accepted while thinking is off, if those are fewer."""
    signs_thoughts: bool | None = None
    """Whether it accepts its reasoning back only with a signature."""
    accepts_thoughts_back: bool | None = None
    """Whether its own reasoning may be sent back to it, on a platform that hosts models of many vendors."""
    caches_text_only: bool | None = None
    """Whether a cache point is refused after reasoning, and after a document that is not a PDF."""
    caches_tools: bool | None = None
    """Whether a cache point may be among the tools."""
    caches_longer: bool | None = None
    """Whether a cache point may state a longer lifetime."""
    mixes_tools: bool | None = None
    """Whether built-in tools and functions may be combined."""
    answers_json: bool | None = None
    """Whether it can answer in JSON."""
    refused_tools: tuple[str, ...] | None = None
    """Prefixes of the types of the provider's own tools that it does not have."""
    doubtful_tools: tuple[str, ...] | None = None
    """The same, but only because the documentation does not list them; no refusal is known."""
    old_search: bool | None = None
    """Whether it has the first generation of the search tool."""
    forces_tools: bool | None = None
    """Whether it may be forced to call a tool."""
    platform_caches: bool | None = None
    """Whether it caches prompts, on a platform that hosts models of many vendors."""
    platform_instructs: bool | None = None
    """Whether it has a system prompt, on such a platform."""
    platform_forces_tools: bool | None = None
    """Whether it may be forced to call a tool, on such a platform."""
    platform_names_tools: bool | None = None
    """Whether it may be forced to call one tool by its name, on such a platform."""
    platform_stops: bool | None = None
    """Whether it accepts stop sequences, on such a platform."""
    modalities: tuple[str, ...] | None = None
    """The modalities of its answers: `TEXT`, `IMAGE` or `AUDIO`."""
    thinking_budgets: tuple[int, int] | tuple[()] | None = None
    """The minimum and maximum thinking budget, without the values that switch thinking off or let the model decide;
    empty: the setting is refused."""
    thinking_ends: bool | None = None
    """Whether a budget of 0 switches thinking off."""
    thinking_levels: tuple[str, ...] | None = None
    """Thinking levels; empty: the setting is refused."""
    structured: bool | None = None
    """Whether an answer can follow a schema."""
    searches: bool | None = None
    """Whether it searches the web without a tool."""
    needs_search: bool | None = None
    """Whether it requires a search tool."""
    penalises: bool | None = None
    """Whether it accepts penalties for repeated words."""
    uses_tools: bool | None = None
    accepts_root_choice: bool | None = None
    """Whether the schema of a tool may have a choice at its root."""
    root_refuses: frozenset[str] | None = None
    """Keywords that the schema of a tool may not have at its root."""
    responds: bool | None = None
    """Whether it is available through the Responses API."""
    chats: bool | None = None
    """Whether it is available through Chat Completions."""
    first_party: bool | None = None
    """Whether its vendor owns the API that compatible servers copy, so that a gateway passes on all of that API."""
    verbosities: tuple[str, ...] | None = None
    """The accepted values of the verbosity."""
    reasoning_modes: tuple[str, ...] | None = None
    """Values of the reasoning mode; empty: the parameter is refused."""
    summaries: tuple[str, ...] | None = None
    """How detailed a summary of its reasoning may be asked to be; a refusal of one value was seen once, so it may be
    accepted by now. Empty: the parameter is refused."""
    reasoning_contexts: tuple[str, ...] | None = None
    """Values of the reasoning context: how much of earlier turns the model considers."""
    json_with_tools: bool | None = None
    """Whether JSON answers and tools may be combined."""
