"""Settings that a service passes on to the model, which checks them itself."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.schema import UNKNOWN, problems_of
from workbench.json.description import quoted
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target
from workbench.targets.models import bare_name

leave_out = leaving_out("The model does not accept it.", 0.8)


@rule("RQ157", "model-field-refused", fix=leave_out)
def model_field_refused(chat: Chat, target: Target) -> Iterator[Violation]:
    """The service passes on a setting that the model does not accept.

    The service does not check these settings, so the error message is the model's own.

    Bad (bedrock):
        {"modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "additionalModelRequestFields": {"top_n": 5},
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    Good (bedrock):
        {"modelId": "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "additionalModelRequestFields": {"top_k": 5},
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    model = bare_name(chat.model) if chat.model else ""
    for terms in target.request.model_fields:
        fields = chat.settings.get(terms.at)
        if not isinstance(fields, dict) or not model.startswith(terms.models):
            continue
        for problem in problems_of(terms.schema().for_settings, fields, closed=True):
            words = terms.family.words(problem.kind, problem.path, _along(fields, problem.path), problem.facts)
            name = quoted(problem.path[-1])
            text = f"The model does not accept {'' if problem.kind == UNKNOWN else 'this value of '}{name}."
            path = problem.path if follow_or_none(fields, problem.path) is not None else problem.path[:-1]
            violation = at_setting((terms.at, *path), text)
            yield violation._replace(words=terms.prefix + words.text if words else "")


def _along(fields: Json, path: Path) -> list[Json]:
    """The values at all steps of a path."""
    return [follow_or_none(fields, path[: number + 1]) for number in range(len(path))]
