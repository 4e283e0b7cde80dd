"""The process in which a user's converter runs. It reads a request from standard input and writes a result file.

Whatever the converter prints goes to standard error, so that it cannot be mistaken for output of the workbench.
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
from workbench.xray.custom_converter import CustomConverter, CustomFunction, NotAConverterError


def main() -> None:
    request = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        try:
            function = import_function(request["function"])
            result: Json = xray(CustomConverter(function, request["from"], request["to"], request["each"]))
        except NotAConverterError as fault:
            result = {"error": str(fault)}
    Path(request["result"]).write_text(compact(result), encoding="utf-8", errors="replace")


def import_function(reference: str) -> CustomFunction:
    """Import `package.module:function` or `path/to/file.py:function`. The working directory is searched first."""
    module_name, _, name = reference.rpartition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = _from_file(Path(module_name)) if module_name.endswith(".py") else importlib.import_module(module_name)
        function = getattr(module, name)
    except Exception as fault:
        raise NotAConverterError(f"{reference} cannot be imported: {type(fault).__name__}: {fault}") from fault
    if not callable(function):
        raise NotAConverterError(f"{reference} is not a function")
    return function  # type: ignore[no-any-return]


def _from_file(path: Path) -> object:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module in {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
