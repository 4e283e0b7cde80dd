"""A replay as a pytest test: it passes as long as the endpoint answers as it did."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.json.pointer import Path, held_at
from workbench.replays.exported import base_url, create, literal, variable
from workbench.replays.record import REFUSED, ReplayRecord
from workbench.replays.spoken_format import wire_of


def as_pytest(record: ReplayRecord) -> str:
    """Passes as long as the endpoint answers as it did: a refusal in the same words, or an answer of the same kind."""
    body = {name: value for name, value in record.request.items() if name not in ("stream", "stream_options")}
    head = "import os\n\nimport openai\nimport pytest\n"
    if record.embedded:
        head = "import openai\nimport pytest\n\nfrom workbench.rehearsal import Rehearsal\n"
    return f"""{head}
REQUEST = {literal(body)}

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
    if {variable(record)!r} not in os.environ:
        pytest.skip("{variable(record)} is not set")
    with openai.OpenAI(base_url={base_url(record)!r}, api_key=os.environ[{variable(record)!r}]) as client:
        yield client
"""


def _expectation(record: ReplayRecord) -> str:
    if record.ended == REFUSED and record.error is not None:
        return f"""def test_the_history_is_refused(client):
    with pytest.raises(openai.APIStatusError) as refused:
        {create(record)}
    assert refused.value.status_code == {record.error.status}
    assert refused.value.body["message"] == {record.error.words!r}
"""
    if (finish := _finish(record)) and not record.embedded:
        return f"""def test_the_history_is_answered(client):
    answer = {create(record)}
    assert answer{_as_python(finish)} == {held_at(record.response, finish)!r}
"""
    return f"""def test_the_history_is_answered(client):
    assert {create(record)}
"""


def _finish(record: ReplayRecord) -> Path | None:
    """Where the answer that the client gives says why it ended; None where it gives a plain object."""
    form = FORMATS[record.wire]
    return form.response.finish if form.response and wire_of(form).client else None


def _as_python(path: Path) -> str:
    """`("choices", 0, "finish_reason")` → `.choices[0].finish_reason`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
