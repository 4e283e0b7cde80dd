"""Settings that a service passes on to the model, which checks them itself."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import UNKNOWN, problems_of
from workbench.json.description import quoted
from workbench.json.patch import remove
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import Target
from workbench.targets.models import bare_name

leave_out = leaving_out("The model does not accept it.", 0.8)


def leave_out_repeated(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out a setting that the service fills in itself. It loses nothing if both say the same."""
    body, name = context.conversation.body, finding.at.rpartition("/")[2]
    for terms in context.target.request.model_fields:
        own = terms.own.get(name) if finding.at == f"{body}/{terms.at}/{name}" else None
        place = f"{body}/{own.replace('.', '/')}" if own else ""
        if place and context.value(place) is not None:
            why = f"The service fills it in itself, from {own}."
            return Fix(f"Leave out {name}", (remove(finding.at),), True, why, 0.9, keeps=(place,))
    return None


@rule("RQ157", "model-field-refused", fix=first_of(leave_out_repeated, leave_out))
def model_field_refused(chat: Chat, target: Target) -> Iterator[Violation]:
    """The service passes on a setting that the model does not accept, or that it fills in itself.

    The service does not check these settings, so the error message is usually the model's own. A setting that the
    request also has in the service's own place is refused by the service.

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
        for name, own in terms.own.items():
            if fields.get(name) is not None and _is_set(chat, own):
                text = f"The service fills in {quoted(name)} itself, from {own}."
                yield at_setting((terms.at, name), text, variant="repeated", field=name)
        for problem in problems_of(terms.schema().for_settings, fields, closed=True):
            words = terms.family.words(problem.kind, problem.path, _along(fields, problem.path), problem.facts)
            name = quoted(problem.path[-1])
            text = f"The model does not accept {'' if problem.kind == UNKNOWN else 'this value of '}{name}."
            path = problem.path if follow_or_none(fields, problem.path) is not None else problem.path[:-1]
            violation = at_setting((terms.at, *path), text)
            yield violation._replace(words=terms.prefix + words.text if words else "")


def _is_set(chat: Chat, own: str) -> bool:
    return own == chat.format.list_key or setting(chat, tuple(own.split("."))) is not None


def _along(fields: Json, path: Path) -> list[Json]:
    """The values at all steps of a path."""
    return [follow_or_none(fields, path[: number + 1]) for number in range(len(path))]
