"""The collector is off while a history is processed, and restored afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

from workbench.checks.check import check
from workbench.collector import collector_paused
from workbench.loading import load


@pytest.fixture(autouse=True)
def _collector_on() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def test_the_collector_resumes_after_the_outermost_pause() -> None:
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_resumes_after_an_exception() -> None:
    with pytest.raises(ValueError, match="broken"), collector_paused():
        raise ValueError("broken")
    assert gc.isenabled()


def test_the_collector_stays_off_if_the_program_turned_it_off() -> None:
    gc.disable()
    with collector_paused():
        pass
    assert not gc.isenabled()


def test_the_collector_stays_off_until_the_last_thread_leaves() -> None:
    entered, may_leave = Barrier(2), Barrier(2)

    def work() -> None:
        with collector_paused():
            entered.wait()
            may_leave.wait()

    other = Thread(target=work)
    with collector_paused():
        other.start()
        entered.wait()
    assert not gc.isenabled()
    may_leave.wait()
    other.join()
    assert gc.isenabled()


def test_checking_a_long_history_hardly_runs_the_collector() -> None:
    message = '{"role": "user", "content": [{"type": "text", "text": "Hello"}]}'
    conversation = load(f"[{', '.join([message] * 20_000)}]".encode())
    before = gc.get_stats()[0]["collections"]
    check(conversation)
    assert gc.get_stats()[0]["collections"] - before <= 2
    assert gc.isenabled()
