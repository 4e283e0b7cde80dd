"""Streamlit's settings for the page: bound to this computer, without telemetry, with the page's own colours."""

from __future__ import annotations

from workbench.json.text import Json

HOST = "127.0.0.1"

_FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
_MONO = 'ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'

_LIGHT = {
    "primaryColor": "#2f5bea",
    "backgroundColor": "#ffffff",
    "secondaryBackgroundColor": "#f6f7f9",
    "textColor": "#1c2330",
    "borderColor": "#e3e6ea",
    "linkColor": "#2f5bea",
}
_DARK = {
    "primaryColor": "#4668e8",  # darker than the page's accent: Streamlit writes white on it
    "backgroundColor": "#0f131a",
    "secondaryBackgroundColor": "#161b24",
    "textColor": "#e6e9ef",
    "borderColor": "#2a313d",
    "linkColor": "#7c9cff",
}


def ignore_files_of_folders() -> None:
    """Keep Streamlit from reading `.streamlit/config.toml` and `.streamlit/secrets.toml` of a folder or user.

    A file could weaken an option that has no default, name an address that is loaded as a theme, or set environment
    variables such as a proxy. This must come before Streamlit reads its first option.
    """
    from streamlit import config

    config.get_config_files = _no_files


def _no_files(file_name: str) -> list[str]:
    return []


def settings(port: int) -> dict[str, Json]:
    """Return all options of Streamlit that have a value, whatever the environment sets them to."""
    from streamlit import config

    defaults = {name: option.default_val for name, option in config._config_options_template.items()}
    return {name: value for name, value in {**defaults, **chosen(port)}.items() if value is not None}


def chosen(port: int) -> dict[str, Json]:
    """Return the options that differ from Streamlit's defaults."""
    return {
        "server.address": HOST,
        "server.port": port,
        "server.headless": True,  # the command opens the browser at the conversation
        "server.allowedHosts": ["localhost", HOST],
        "server.enableXsrfProtection": True,
        "server.enableCORS": True,
        "server.fileWatcherType": "none",
        "server.runOnSave": False,
        "server.maxUploadSize": 500,
        "server.showEmailPrompt": False,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": HOST,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "global.developmentMode": False,
        "runner.postScriptGC": False,  # a full collection after each click costs more than the click
        "runner.magicEnabled": False,
        "logger.level": "warning",
        "logger.hideWelcomeMessage": True,
        "theme.font": _FONT,
        "theme.codeFont": _MONO,
        "theme.baseFontSize": 14,
        "theme.baseRadius": "6px",
        **{f"theme.light.{name}": value for name, value in _LIGHT.items()},
        **{f"theme.dark.{name}": value for name, value in _DARK.items()},
    }
