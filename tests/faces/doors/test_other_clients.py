"""Clients that nobody here wrote: they run where they are installed, and skip where they are not.

npm install -g mcporter @modelcontextprotocol/inspector
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.dreaming import a_notebook

ROOT = Path(__file__).parents[3]


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(tmp_path: Path, *words: str) -> str:
    env = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    ended = subprocess.run(
        words, cwd=tmp_path, env=os.environ | env, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def starter(tmp_path: Path) -> Path:
    """A script that starts our server, as a person's configuration does."""
    path = tmp_path / "nightstand-mcp"
    command = f'"{sys.executable}" -m desktop_app --notebook "{a_notebook(tmp_path)}" mcp'
    path.write_text(f'#!/bin/sh\ncd "{ROOT}"\nexec {command}\n')
    path.chmod(0o700)
    return path


def test_mcporter_lists_the_tools_and_calls_them(tmp_path: Path) -> None:
    mcporter = program("mcporter")
    config = tmp_path / "mcporter.json"
    config.write_text(json.dumps({"mcpServers": {"ns": {"command": str(starter(tmp_path))}}}))
    ask = (mcporter, "--config", str(config))
    assert "append_daily_log" in run(tmp_path, *ask, "list", "ns")
    told = run(tmp_path, *ask, "call", "ns.append_memory", "fact=Ana has the spare key")
    assert "a person is asked first" in told
    assert "spare key" in run(tmp_path, *ask, "call", "ns.memory_search", "query=spare key")
    assert "# Memory" in run(tmp_path, *ask, "call", "ns.memory_get", "path=MEMORY.md")


def test_the_inspector_lists_the_tools_and_calls_them(tmp_path: Path) -> None:
    ask = (program("mcp-inspector"), "--cli", str(starter(tmp_path)), "--method")
    assert "append_daily_log" in run(tmp_path, *ask, "tools/list")
    call = (*ask, "tools/call", "--tool-name")
    told = run(tmp_path, *call, "memory_save", "--tool-arg", "text=Ana has the spare key")
    assert "Written to memory/" in told
    assert "spare key" in run(tmp_path, *call, "memory_search", "--tool-arg", "query=spare key")
