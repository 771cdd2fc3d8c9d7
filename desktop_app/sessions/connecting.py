"""Connecting: what a person pastes so that an agent finds this notebook. Texts; writes nothing.

Each agent has its own form for the same two things: a server of tools to start, and hooks. We show
the text, and never touch an agent's files.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app import release
from desktop_app.words import tr

MCP_NAME = "nightstand"


@dataclass(frozen=True)
class AgentHooks:
    """The names that an agent has for the four moments, and its unit of time in a second."""

    start: str
    prompt: str
    compaction: str
    end: str
    second: int = 1


@dataclass(frozen=True)
class Connecting:
    """How one agent is connected: `text` goes where `where` says."""

    title: str
    where: str
    text: Callable[[Sequence[str]], str]


HOOKS: Mapping[str, AgentHooks] = {
    "claude-code": AgentHooks("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"),
    "codex": AgentHooks("SessionStart", "UserPromptSubmit", "PreCompact", "Stop"),
    "gemini": AgentHooks("SessionStart", "BeforeAgent", "PreCompress", "SessionEnd", 1000),
}
"""Agents whose hooks are known. All write the hook's JSON on standard input, and take
`hookSpecificOutput.additionalContext`.
"""

_PATIENCE = 30  # seconds that an agent waits for a hook


def own_command(notebook: str) -> list[str]:
    """The words by which another program starts this one on a notebook."""
    if getattr(sys, "frozen", False):
        program = release.command()
    elif found := shutil.which("nightstand"):
        program = ["nightstand" if os.sep in found else found]
    else:
        program = [sys.executable, "-m", "desktop_app"]
    return [*program, "--notebook", notebook]


def hooks_text(agent: str, command: Sequence[str]) -> str:
    """The hooks of an agent, as JSON for its settings; `command` is that of `own_command`."""
    known = HOOKS[agent]
    line = _line([*command, "hook", agent])
    one = {"type": "command", "command": line, "timeout": _PATIENCE * known.second}
    moments = (known.start, known.prompt, known.compaction, known.end)
    return _json({"hooks": {moment: [{"hooks": [one]}] for moment in moments}})


def http_text(url: str, token: str) -> str:
    """The server of tools over HTTP, as most agents have it."""
    key = {"Authorization": f"Bearer {token}"}
    server = {"type": "http", "url": f"{url}/mcp", "headers": key}
    return _json({"mcpServers": {MCP_NAME: server}})


def _started(command: Sequence[str]) -> dict[str, Any]:
    return {"command": command[0], "args": [*command[1:], "mcp"]}


def _line(words: Sequence[str]) -> str:
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _toml(command: Sequence[str]) -> str:
    started = _started(command)
    args = json.dumps(started["args"], ensure_ascii=False)
    first = json.dumps(started["command"], ensure_ascii=False)
    return f"[mcp_servers.{MCP_NAME}]\ncommand = {first}\nargs = {args}"


def _servers(command: Sequence[str]) -> str:
    return _json({"mcpServers": {MCP_NAME: _started(command)}})


def _set(command: Sequence[str]) -> str:
    started = json.dumps(_started(command), ensure_ascii=False)
    return _line(["openclaw", "mcp", "set", MCP_NAME, started])


AGENTS: Mapping[str, Connecting] = {
    "claude-code": Connecting(
        "Claude Code",
        tr("in a terminal"),
        lambda command: _line(["claude", "mcp", "add", MCP_NAME, "--", *command, "mcp"]),
    ),
    "codex": Connecting("Codex", "~/.codex/config.toml", _toml),
    "openclaw": Connecting("OpenClaw", tr("in a terminal"), _set),
    "cursor": Connecting("Cursor", "~/.cursor/mcp.json", _servers),
    "gemini": Connecting("Gemini CLI", "~/.gemini/settings.json", _servers),
    "claude-desktop": Connecting("Claude Desktop", "claude_desktop_config.json", _servers),
}
"""Agents that start a server of tools themselves."""
