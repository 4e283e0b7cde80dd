"""The process in which somebody's converter runs: a request on standard input, the result in the file it names.

What the converter prints goes to standard error, so that it cannot be taken for the result.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import sys
from pathlib import Path

from workbench.json.text import Json, compact
from workbench.xray.compare import xray
from workbench.xray.own_converter import NotAConverterError, OwnConverter, OwnFunction


def main() -> None:
    request = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        try:
            function = imported(request["function"])
            result: Json = xray(OwnConverter(function, request["from"], request["to"], request["each"]))
        except NotAConverterError as fault:
            result = {"error": str(fault)}
    Path(request["result"]).write_text(compact(result), encoding="utf-8", errors="replace")


def imported(place: str) -> OwnFunction:
    """`package.module:function`, or `path/to/file.py:function`; the folder that it is run in is looked in first."""
    module_name, _, name = place.rpartition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = _from_file(Path(module_name)) if module_name.endswith(".py") else importlib.import_module(module_name)
        function = getattr(module, name)
    except Exception as fault:
        raise NotAConverterError(f"{place} cannot be imported: {type(fault).__name__}: {fault}") from fault
    if not callable(function):
        raise NotAConverterError(f"{place} is not a function")
    return function  # type: ignore[no-any-return]


def _from_file(path: Path) -> object:
    found = importlib.util.spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise ImportError(f"no module in {path}")
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
