"""All rules. Importing a rule's module registers it."""

from __future__ import annotations

from workbench.rules.content import (
    cache_marks,
    cache_points,
    characters,
    empty,
    empty_parts,
    message_names,
    parts,
    types,
)
from workbench.rules.contract import FAMILIES, RULES, Example, Rule, Violation
from workbench.rules.ids import alphabet, items, mismatch, rewrites, stored_items, stored_responses
from workbench.rules.ids import duplicate as duplicate_ids
from workbench.rules.ids import missing as missing_ids
from workbench.rules.losses import dropped, outputs, values
from workbench.rules.media import (
    document_names,
    documents,
    file_data,
    files,
    files_in_results,
    images,
    limits,
    private_addresses,
    resolution,
    unaccepted,
)
from workbench.rules.models import features, length, parameters, thinking_amounts
from workbench.rules.request import (
    answers_in_json,
    built_in_tools,
    combinations,
    containers,
    context_edits,
    deferred_tools,
    functions_beside_tools,
    kinds,
    mixed_strictness,
    model_fields,
    moved_settings,
    namespaces,
    previews,
    recorded_refusals,
    required_settings,
    schema,
    schema_depth,
    schema_dialects,
    schema_fields,
    schema_patterns,
    schema_subset,
    schema_values,
    server_tool_settings,
    setting_values,
    settings,
    strict_details,
    strict_schemas,
    thinking_settings,
    tool_choice,
    tool_list,
    tool_schemas,
    tool_types,
)
from workbench.rules.results import (
    calls,
    duplicate,
    hosted_tools,
    json_results,
    missing,
    orphan,
    place,
    server_tools,
    shape,
    turn,
    wrong_role,
)
from workbench.rules.roles import (
    model_turns,
    order,
    system_among_messages,
    system_between_turns,
    system_prompt,
    templates,
    unsupported,
)
from workbench.rules.thinking import (
    blocks,
    both_channels,
    echo,
    gateway_details,
    reasoning_items,
    thought_signatures,
)
from workbench.rules.tools import arguments, glued_arguments, many_calls, names, no_calls
from workbench.rules.versions import agent_messages, mixed, sdk, thrown

MODULES = (
    *(orphan, missing, duplicate, place, turn, shape, calls, wrong_role, server_tools, hosted_tools),
    *(names, arguments, glued_arguments, no_calls),
    *(mismatch, duplicate_ids, missing_ids, alphabet, items, rewrites),
    *(unsupported, order, system_prompt, system_between_turns, system_among_messages, templates, model_turns),
    *(dropped, outputs, values),
    *(empty, empty_parts, types, characters, parts, cache_marks, cache_points, message_names),
    *(images, files, file_data, files_in_results, limits, unaccepted, resolution, private_addresses, documents),
    *(mixed, sdk, thrown, agent_messages),
    *(schema_values, mixed_strictness, stored_items, stored_responses, many_calls, document_names, json_results),
    *(gateway_details, both_channels, deferred_tools, functions_beside_tools),
    *(blocks, echo, reasoning_items, thought_signatures),
    *(length, parameters, features, thinking_amounts),
    *(schema, kinds, tool_list, tool_schemas, schema_fields, schema_dialects, strict_schemas, strict_details),
    *(schema_subset, schema_patterns, schema_depth, tool_choice),
    *(thinking_settings, settings, setting_values, combinations, answers_in_json, required_settings, moved_settings),
    *(context_edits, containers, previews, server_tool_settings, built_in_tools, tool_types, model_fields, namespaces),
    recorded_refusals,
)


def rule_named(name_or_code: str) -> Rule | None:
    """The rule with this name (`tool-result-orphan`) or code (`TC101`)."""
    wanted = name_or_code.strip()
    return RULES.get(wanted.lower()) or next((rule for rule in RULES.values() if rule.code == wanted.upper()), None)


__all__ = ["FAMILIES", "MODULES", "RULES", "Example", "Rule", "Violation", "rule_named"]
