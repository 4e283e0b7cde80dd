"""The same client talks to somebody else's server: LiteLLM's proxy with a mock model.

Set WORKBENCH_PEERS_PYTHON to a Python that has `litellm[proxy]`.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.replays.histories import AGENT_RUN, WEATHER, conversation
from workbench.json.text import compact
from workbench.replays import Endpoint
from workbench.replays.run import replay

PYTHON = os.environ.get("WORKBENCH_PEERS_PYTHON")
pytestmark = [
    pytest.mark.peers,
    pytest.mark.skipif(not PYTHON, reason="WORKBENCH_PEERS_PYTHON is not set"),
]
KEY = f"sk-{secrets.token_hex(32)}"
CONFIG = """
model_list:
  - model_name: mocked
    litellm_params: {model: openai/mocked, api_key: none, mock_response: "Hello from the peer."}
  - model_name: limited
    litellm_params: {model: openai/limited, api_key: none, mock_response: "litellm.RateLimitError"}
litellm_settings: {num_retries: 0, telemetry: false}
"""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("litellm")
    (folder / "config.yaml").write_text(CONFIG)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(Path(str(PYTHON)).parent / "litellm"), "--config", "config.yaml", "--host", "127.0.0.1"]
    quiet = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MASTER_KEY": KEY}
    with open(folder / "log.txt", "w") as log:
        process = subprocess.Popen([*command, "--port", str(port)], cwd=folder, env=quiet, stdout=log, stderr=log)
        try:
            _await(f"http://127.0.0.1:{port}/health/liveliness", process)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            process.wait(20)


def _await(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    pytest.fail("the proxy did not start")


@pytest.mark.parametrize("stream", [True, False])
def test_the_proxy_answers(proxy: str, stream: bool) -> None:
    source = conversation(AGENT_RUN, tools=[WEATHER])
    record = replay(source, Endpoint(proxy, "mocked", key=KEY, retries=0), stream=stream)
    assert record.ended == "answered", record.error
    assert record.text == "Hello from the peer."
    assert record.contents[-1]["blocks"] == []
    assert record.usage is not None
    assert record.usage["outputTokens"] > 0


@pytest.mark.parametrize("stream", [True, False])
def test_the_proxys_refusals_are_clear(proxy: str, stream: bool) -> None:
    limited = replay(conversation(AGENT_RUN), Endpoint(proxy, "limited", key=KEY, retries=0), stream=stream).error
    assert limited is not None
    assert (limited.kind, limited.status, limited.retryable) == ("rate-limit", 429, True)
    unknown = replay(conversation(AGENT_RUN), Endpoint(proxy, "nobody", key=KEY, retries=0), stream=stream).error
    assert unknown is not None
    assert unknown.status in (400, 404)
    assert "nobody" in unknown.words


@pytest.mark.parametrize("stream", [True, False])
def test_a_wrong_key_is_reported_without_the_key(proxy: str, stream: bool) -> None:
    wrong = f"sk-{secrets.token_hex(32)}"
    record = replay(conversation(AGENT_RUN), Endpoint(proxy, "mocked", key=wrong, retries=0), stream=stream)
    assert record.error is not None
    assert record.error.status in (400, 401)  # 400 if the proxy has no database of keys
    assert wrong not in compact(record.as_json())
