"""The libraries themselves load files that the doctor repaired, if an environment with the libraries is given."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.sources.test_writing import BROKEN, repaired

PEERS = os.environ.get("WORKBENCH_PEERS_PYTHON", "")
LOADS = {
    "langchain-dict": """
from langchain_core.messages import messages_from_dict
print([type(message).__name__ for message in messages_from_dict(json.loads(text))])""",
    "langchain-dumps": """
from langchain_core.load import loads
print([type(message).__name__ for message in loads(text)])""",
    "pydantic-ai": """
from pydantic_ai.messages import ModelMessagesTypeAdapter
print([[part.part_kind for part in message.parts] for message in ModelMessagesTypeAdapter.validate_json(text)])""",
    "adk": """
from google.adk.sessions import Session
print([event.content.role for event in Session.model_validate_json(text).events])""",
}
"""Code that loads a file with each library and prints the result."""
EXPECTED = {
    "langchain-dict": "['HumanMessage', 'AIMessage', 'ToolMessage', 'HumanMessage']",
    "langchain-dumps": "['HumanMessage', 'AIMessage', 'ToolMessage', 'HumanMessage']",
    "pydantic-ai": "[['user-prompt'], ['tool-call'], ['tool-return', 'user-prompt']]",
    "adk": "['user', 'model', 'model', 'user', 'user']",
}


@pytest.mark.skipif(not PEERS, reason="WORKBENCH_PEERS_PYTHON does not name an environment with these libraries")
@pytest.mark.parametrize("name", LOADS)
def test_a_library_loads_the_repaired_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "repaired.json"
    file.write_bytes(repaired(BROKEN[name].lost))
    script = f"import json\ntext = open({json.dumps(str(file))}).read(){LOADS[name]}"
    done = subprocess.run([PEERS, "-c", script], capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in done.stderr:
        pytest.skip(f"{PEERS} does not have the library")
    assert done.stdout.strip() == EXPECTED[name], done.stderr
