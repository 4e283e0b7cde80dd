"""Export a replay as a pytest test, which passes as long as the endpoint answers as it did."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow_or_none
from workbench.replays.export_snippets import base_url, client_call, key_variable, python_literal
from workbench.replays.record import REFUSED, ReplayRecord
from workbench.replays.wire_format import wire_of


def as_pytest(record: ReplayRecord) -> str:
    """Return a test that expects a refusal with the same message, or an answer with the same finish reason."""
    body = {name: value for name, value in record.request.items() if name not in ("stream", "stream_options")}
    head = "import os\n\nimport openai\nimport pytest\n"
    if record.embedded:
        head = "import openai\nimport pytest\n\nfrom workbench.rehearsal import Rehearsal\n"
    return f"""{head}
REQUEST = {python_literal(body)}

{_client_fixture(record)}

{_expectation(record)}"""


def _client_fixture(record: ReplayRecord) -> str:
    if record.embedded:
        return """
@pytest.fixture()
def client():
    with Rehearsal() as rehearsal, openai.OpenAI(base_url=rehearsal.base_url, api_key="none", max_retries=0) as client:
        yield client
"""
    return f"""
@pytest.fixture()
def client():
    if {key_variable(record)!r} not in os.environ:
        pytest.skip("{key_variable(record)} is not set")
    with openai.OpenAI(base_url={base_url(record)!r}, api_key=os.environ[{key_variable(record)!r}]) as client:
        yield client
"""


def _expectation(record: ReplayRecord) -> str:
    if record.ended == REFUSED and record.error is not None:
        return f"""def test_the_history_is_refused(client):
    with pytest.raises(openai.APIStatusError) as refused:
        {client_call(record)}
    assert refused.value.status_code == {record.error.status}
    assert refused.value.body["message"] == {record.error.words!r}
"""
    if (finish := _finish_reason_path(record)) and not record.embedded:
        return f"""def test_the_history_is_answered(client):
    answer = {client_call(record)}
    assert answer{_as_python(finish)} == {follow_or_none(record.response, finish)!r}
"""
    return f"""def test_the_history_is_answered(client):
    assert {client_call(record)}
"""


def _finish_reason_path(record: ReplayRecord) -> Path | None:
    """Return the path of the finish reason in the client's typed answer, or None if the answer is untyped."""
    form = FORMATS[record.wire]
    return form.response.finish if form.response and wire_of(form).client else None


def _as_python(path: Path) -> str:
    """Return a path as attribute access: `("choices", 0, "finish_reason")` → `.choices[0].finish_reason`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
