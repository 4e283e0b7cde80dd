"""A value that is worked out when it is first asked for, and kept.

As `functools.cached_property`, without the lock that Python 3.11 takes around each: it costs more than most of the
values that a short conversation asks for. Two threads that ask at once may both work it out; the results are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):
    def __init__(self, work: Callable[[Any], Value]) -> None:
        self._work, self._name = work, ""
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object, owner: type) -> Self | Value:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work(instance)
        return value
