"""The npm packages that are asked, in exact versions, installed once into a folder of the user's cache.

Several major versions of one package live side by side under names of their own (`ai-4`, `ai-7-first`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

_SDK = {"4": "4.3.19", "5": "5.0.277", "6": "6.0.326", "7": "7.0.169", "7-first": "7.0.0"}
_PROVIDERS = {
    "openai": ("1.3.24", "2.0.131", "3.0.139", "4.0.114"),
    "openai-compatible": ("0.2.16", "1.0.61", "2.0.87", "3.0.90"),
    "anthropic": ("1.2.12", "2.0.112", "3.0.138", "4.0.102"),
    "google": ("1.2.22", "2.0.108", "3.0.141", "4.0.117"),
    "amazon-bedrock": ("2.2.12", "3.0.137", "4.0.186", "5.0.101"),
    "mistral": ("1.2.8", "2.0.51", "3.0.69", "4.0.84"),
}
DEPENDENCIES = {
    **{f"ai-{name}": f"npm:ai@{version}" for name, version in _SDK.items()},
    **{
        f"{name}-{sdk}": f"npm:@ai-sdk/{name}@{version}"
        for name, versions in _PROVIDERS.items()
        for sdk, version in zip("4567", versions, strict=True)
    },
    "zod": "3.25.76",  # the schemas of SDK 4 to 6; a peer that has to be named
}


class MissingNodeError(RuntimeError):
    """There is no node or no npm on this machine."""


def packages_folder() -> Path:
    """The folder that holds the packages, installed if this machine does not have them yet."""
    manifest = json.dumps({"name": "oracles", "private": True, "dependencies": DEPENDENCIES}, indent=1)
    folder = _cache() / hashlib.sha256(manifest.encode()).hexdigest()[:12]
    if not folder.is_dir():
        _install(manifest, folder)
    return folder


def _cache() -> Path:
    chosen = os.environ.get("WORKBENCH_ORACLES_CACHE")
    return Path(chosen) if chosen else Path.home() / ".cache" / "conversation-workbench" / "oracles"


def _install(manifest: str, folder: Path) -> None:
    """Into a folder beside it first, so that two test processes that start together do not meet half a folder."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise MissingNodeError("node and npm are needed to ask the AI SDK, and are not installed")
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    (made / "package.json").write_text(manifest)
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--silent"]
    subprocess.run(command, cwd=made, check=True, timeout=900)
    try:
        made.rename(folder)
    except OSError:  # the other process was faster
        shutil.rmtree(made, ignore_errors=True)
