"""The page only listens on this computer and sends no usage data."""

from __future__ import annotations

import socket

import pytest
from streamlit import config

from workbench.app.serve import PortTakenError, bound_socket
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


def test_every_option_with_a_value_is_given_so_that_the_environment_can_loosen_none() -> None:
    known = {name for name, option in config._config_options_template.items() if option.default_val is not None}
    assert known - set(settings(8501)) == set()


def test_a_requested_port_is_not_changed_and_used_ports_are_skipped() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PortTakenError, match="is in use"):
            bound_socket(taken.getsockname()[1])
    with bound_socket(None) as free:
        assert free.getsockname()[1] >= 8501
