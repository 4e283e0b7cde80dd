"""The page listens on this computer only and tells nobody of it."""

from __future__ import annotations

import socket

from streamlit import config

from workbench.app.serve import free_port
from workbench.app.settings import settings


def test_it_listens_on_this_computer_only() -> None:
    chosen = settings(8501)
    assert chosen["server.address"] == "127.0.0.1"
    assert chosen["server.allowedHosts"] == ["localhost", "127.0.0.1"]


def test_it_sends_no_usage_and_protects_its_forms() -> None:
    chosen = settings(8501)
    assert chosen["browser.gatherUsageStats"] is False
    assert chosen["server.enableXsrfProtection"] is True


def test_every_setting_is_one_that_streamlit_knows() -> None:
    known = set(config.get_config_options())
    assert set(settings(8501)) - known == set()


def test_a_port_that_is_taken_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert free_port(taken.getsockname()[1]) == taken.getsockname()[1], "a port that was asked for is not changed"
    assert free_port(None) >= 8501
