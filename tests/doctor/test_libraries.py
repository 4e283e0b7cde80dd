"""The libraries themselves load files that the doctor repaired.

They do not fit into one environment with the test tools, so WORKBENCH_FRAMEWORKS_PYTHON names the interpreter of
one with the extra `frameworks`. Without it, the libraries that are installed here are asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.doctor.record_faults import broken_texts
from tests.doctor.whole_sessions import FILES
from tests.sources.test_writing import BROKEN, ORPHANED, repaired
from workbench.cli import main
from workbench.doctor.repairing import repaired_text
from workbench.sources.writing.changes import CannotBeWrittenError

pytestmark = pytest.mark.slow
PYTHON = os.environ.get("WORKBENCH_FRAMEWORKS_PYTHON", sys.executable)
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
    "llama-index": """
from llama_index.core.storage.chat_store import SimpleChatStore
print([message.role.value for message in SimpleChatStore.from_persist_path(path).get_messages("me")])""",
    "llama-index-old": """
from llama_index.core.storage.chat_store import SimpleChatStore
print([message.role.value for message in SimpleChatStore.from_persist_path(path).get_messages("me")])""",
    "llama-index-in-a-text": """
from llama_index.core.storage.chat_store import SimpleChatStore
print([message.role.value for message in SimpleChatStore.from_persist_path(path).get_messages("me")])""",
    "autogen": """
import asyncio
from autogen_core.model_context import UnboundedChatCompletionContext
context = UnboundedChatCompletionContext()
asyncio.run(context.load_state(json.loads(text)))
print([type(message).__name__ for message in asyncio.run(context.get_messages())])""",
    "adk": """
from google.adk.sessions import Session
print([event.content.role for event in Session.model_validate_json(text).events])""",
    "adk-eval": """
from google.adk.evaluation.eval_set import EvalSet
print([len(case.conversation) for case in EvalSet.model_validate_json(text).eval_cases])""",
}
"""Code that loads a file with each library and prints the result."""
EXPECTED = {
    "llama-index": "['user', 'assistant', 'tool', 'user']",
    "llama-index-old": "['user', 'assistant', 'tool', 'user']",
    "llama-index-in-a-text": "['user', 'assistant', 'tool', 'user']",
    "autogen": "['UserMessage', 'AssistantMessage', 'FunctionExecutionResultMessage', 'UserMessage']",
    "langchain-dict": "['HumanMessage', 'AIMessage', 'ToolMessage', 'HumanMessage']",
    "langchain-dumps": "['HumanMessage', 'AIMessage', 'ToolMessage', 'HumanMessage']",
    "pydantic-ai": "[['user-prompt'], ['tool-call'], ['tool-return', 'user-prompt']]",
    "adk": "['user', 'model', 'model', 'user', 'user']",
}

EXPECTED_OF_ORPHANED = {
    "langchain-dict": "['HumanMessage', 'HumanMessage', 'HumanMessage']",
    "langchain-dumps": "['HumanMessage', 'HumanMessage', 'HumanMessage']",
    "pydantic-ai": "[['user-prompt'], ['user-prompt', 'user-prompt']]",
    "llama-index": "['user', 'user', 'user']",
    "llama-index-old": "['user', 'user', 'user']",
    "autogen": "['UserMessage', 'UserMessage', 'UserMessage']",
    "adk": "['user', 'user', 'user']",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_library_loads_the_repaired_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "repaired.json"
    file.write_bytes(repaired(BROKEN[name].lost))
    assert printed(f"text = open(path).read(){LOADS[name]}", file) == EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in LOADS if name in ORPHANED])
def test_a_library_loads_a_file_whose_result_became_a_text(name: str, tmp_path: Path) -> None:
    file = tmp_path / "repaired.json"
    file.write_bytes(repaired(ORPHANED[name]))
    loaded = printed(f"text = open(path).read(){LOADS[name]}", file)
    assert loaded == EXPECTED_OF_ORPHANED[name]


LIBRARY_OF = {
    "langchain-dict": "langchain-dict",
    "langchain-dumps": "langchain-dumps",
    "pydantic-ai": "pydantic-ai",
    "llama-index": "llama-index",
    "autogen": "autogen",
    "google-adk-session": "adk",
    "google-adk-eval": "adk-eval",
}


@pytest.mark.parametrize("kind", LIBRARY_OF)
def test_a_library_loads_the_file_after_the_repair_of_every_fault(kind: str, tmp_path: Path) -> None:
    _, name, healthy = FILES[kind]
    files = []
    for fault, broken in broken_texts(healthy, name):
        try:
            new, repairs = repaired_text(broken, name)
        except CannotBeWrittenError:
            continue
        if repairs:
            files.append(tmp_path / f"{fault}.json")
            files[-1].write_text(new)
    assert len(files) >= 4
    loads = LOADS[LIBRARY_OF[kind]].strip().replace("\n", "\n    ")
    each = "for path in map(str, pathlib.Path(path).iterdir()):"
    script = f"import pathlib\n{each}\n    text = open(path).read()\n    {loads}"
    assert len(printed(script, tmp_path).splitlines()) == len(files)


def printed(script: str, path: Path) -> str:
    """Run a script with a path in the environment that has the libraries, and return its output."""
    head = f"import json\npath = {json.dumps(str(path))}\n"
    done = subprocess.run([PYTHON, "-c", head + script], capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in done.stderr:
        missing = f"a library is not installed: {done.stderr.strip().splitlines()[-1]}"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    assert done.stdout, done.stderr
    return done.stdout.strip()


def test_strands_loads_a_session_that_was_repaired_in_its_files(tmp_path: Path) -> None:
    write = """
from strands.session.file_session_manager import FileSessionManager
from strands.types.session import SessionAgent, SessionMessage
store = FileSessionManager("one", storage_dir=path)
store.create_agent("one", SessionAgent(agent_id="a", state={}, conversation_manager_state={}))
call = {"toolUse": {"toolUseId": "c", "name": "weather", "input": {}}}
said = [("user", {"text": "Weather?"}), ("assistant", call), ("user", {"text": "Well?"})]
for number, (role, block) in enumerate(said):
    store.create_message("one", "a", SessionMessage.from_message({"role": role, "content": [block]}, number))
print("written")"""
    read = """
from strands.session.file_session_manager import FileSessionManager
messages = FileSessionManager("one", storage_dir=path).list_messages("one", "a")
print([[next(iter(block)) for block in message.to_message()["content"]] for message in messages])"""
    assert printed(write, tmp_path) == "written"
    result = CliRunner().invoke(main, ["doctor", str(tmp_path), "--fix", "--output", "json"])
    assert [row["repairs"] for row in json.loads(result.stdout)["sessions"] if row["source"] == "strands"] == [1]
    assert printed(read, tmp_path) == "[['text'], ['toolUse'], ['toolResult', 'text']]"


def test_openai_agents_loads_a_session_that_was_repaired_in_its_database(tmp_path: Path) -> None:
    write = """
import asyncio
from agents import SQLiteSession
items = [{"role": "user", "content": "Weather?"},
         {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"},
         {"role": "user", "content": "Well?"}]
asyncio.run(SQLiteSession("one", path).add_items(items))
print("written")"""
    read = """
import asyncio
from agents import SQLiteSession
print([item.get("type", item.get("role")) for item in asyncio.run(SQLiteSession("one", path).get_items())])"""
    file = tmp_path / "sessions.db"
    assert printed(write, file) == "written"
    result = CliRunner().invoke(main, ["doctor", str(file), "--fix", "--output", "json"])
    assert [row["repairs"] for row in json.loads(result.stdout)["sessions"]] == [1]
    assert printed(read, file) == "['user', 'function_call', 'function_call_output', 'user']"
