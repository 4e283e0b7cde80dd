"""A property that is computed on first use and then cached.

It is like `functools.cached_property` without the lock of Python 3.11, which takes longer than computing most values of
a short conversation. Two threads may compute the same value at the same time; their results are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):
    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute, self._name = compute, ""
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object, owner: type) -> Self | Value:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value
