"""The component's scripts: real modules with checked types and tests of their own, joined without a clash of names."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import workbench.app
from workbench.app.component.modules import in_order, joined

COMPONENT = Path(workbench.app.__file__).parent / "component"
SCRIPTS = sorted(COMPONENT.glob("*.js"))
TESTS = sorted(Path(__file__).parent.glob("*.test.js"))
TYPESCRIPT = "5.9.3"


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        message = f"there is no {name} on this machine"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path


def test_the_logic_of_the_page_passes_its_own_tests() -> None:
    done = subprocess.run([tool("node"), "--test", *map(str, TESTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE)


@pytest.mark.slow
def test_every_script_has_checked_types(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("typescript")
    install = [tool("npm"), "install", "--silent", "--no-audit", "--no-fund", f"typescript@{TYPESCRIPT}"]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)
    config = {
        "compilerOptions": {
            "allowJs": True,
            "checkJs": True,
            "noEmit": True,
            "target": "es2022",
            "module": "es2022",
            "moduleResolution": "bundler",
            "lib": ["es2023", "dom", "dom.iterable"],
            "types": [],
        },
        "files": [str(path) for path in SCRIPTS],
    }
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    compiler = folder / "node_modules" / ".bin" / "tsc"
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_asks_for_checked_types_and_is_used(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("// @ts-check\n")
    assert path in in_order(COMPONENT / "main.js") or path.name == "protocol.js"


def test_no_two_modules_declare_the_same_name() -> None:
    names = re.findall(r"^(?:export )?(?:function|class|const|let) (\w+)", joined(COMPONENT / "main.js"), re.MULTILINE)
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_the_joined_script_exports_the_page_alone() -> None:
    script = joined(COMPONENT / "main.js")
    assert re.findall(r"^(?:import|export) .*", script, re.MULTILINE) == ["export default function (component) {"]


PATCH = re.compile(
    r"(?:\b(?:window|document|history|globalThis|navigator|console|location)|\.prototype)\.(\w+)\s*=[^=]"
)


def test_no_global_is_patched_and_nothing_takes_html() -> None:
    script = joined(COMPONENT / "main.js")
    assert set(PATCH.findall(script)) == {"title"}
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML", script)
    assert PATCH.findall("history.pushState = patched;\nHTMLElement.prototype.click = patched;") == [
        "pushState",
        "click",
    ]
