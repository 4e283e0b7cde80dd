"""The conversation workbench shows what happened to a chat history on its way to the model and back.

    import workbench as wb

    report = wb.check("chat.json", target="anthropic")

Importing the package is fast: each part is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.library import (
        Conversation,
        LoadError,
        NotPlainDataError,
        Report,
        Source,
        Traced,
        assert_accepted,
        check,
        convert,
        detect,
        load,
        locate,
        repair,
        replay,
        trace,
    )
    from workbench.names import UnknownNameError

__version__ = "0.1.0"

__all__ = [
    "Conversation",
    "LoadError",
    "NotPlainDataError",
    "Report",
    "Source",
    "Traced",
    "UnknownNameError",
    "__version__",
    "assert_accepted",
    "check",
    "convert",
    "detect",
    "load",
    "locate",
    "repair",
    "replay",
    "trace",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from workbench import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted(__all__)
