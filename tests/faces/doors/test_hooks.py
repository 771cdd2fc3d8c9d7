"""Hooks: an agent's JSON on standard input, memory for its prompt on standard output."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.faces import cli
from desktop_app.faces.operations import every
from desktop_app.sessions.connecting import AGENTS, HOOKS, own_command
from desktop_app.settings import Places
from tests.support.dreaming import a_notebook, opened, places

ROOT = Path(__file__).parents[3]
MOVED = "I moved the survey to berth 7 on Monday."
EVENTS = {name: (one.start, one.prompt, one.compaction, one.end) for name, one in HOOKS.items()}


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Places, "default", staticmethod(lambda: places(tmp_path)))
    return a_notebook(tmp_path)


def hooked(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, agent: str, **told: Any
) -> tuple[int, Any]:
    """The exit code and the answer of `nightstand hook`, asked as an agent asks."""
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(told).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    capfdbinary.readouterr()
    code = cli.run(("--notebook", str(notebook), "hook", agent), lambda folder: 0)
    out = capfdbinary.readouterr().out
    return code, json.loads(out) if out.strip() else None


def transcript(tmp_path: Path, *more: str) -> Path:
    path = tmp_path / "talk.jsonl"
    turns = [
        {"type": "user", "message": {"role": "user", "content": text}} for text in (MOVED, *more)
    ]
    path.write_text("".join(f"{json.dumps(turn)}\n" for turn in turns))
    return path


@pytest.mark.parametrize("agent", HOOKS)
def test_a_start_gets_memory_and_a_question_only_what_a_search_finds(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, agent: str
) -> None:
    start, prompt, _, _ = EVENTS[agent]
    ask = (notebook, monkeypatch, capfdbinary, agent)
    code, answer = hooked(*ask, hook_event_name=start, session_id="s", source="startup")
    assert code == 0 and answer["hookSpecificOutput"]["hookEventName"] == start
    whole = answer["hookSpecificOutput"]["additionalContext"]
    assert "The boiler is serviced in March." in whole and "no instructions" in whole
    code, answer = hooked(*ask, hook_event_name=prompt, prompt="When do I stop drinking coffee?")
    found = answer["hookSpecificOutput"]["additionalContext"]
    assert "coffee after 14:00" in found and "boiler" not in found
    assert hooked(*ask, hook_event_name=prompt, prompt="xyzzy") == (0, {})


@pytest.mark.parametrize("agent", HOOKS)
def test_a_compaction_and_an_end_flush_what_is_new_once_in_the_agents_name(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, agent: str
) -> None:
    _, _, compaction, end = EVENTS[agent]
    ask = (notebook, monkeypatch, capfdbinary, agent)
    path = str(transcript(tmp_path))
    for event in (compaction, end):
        told = hooked(*ask, hook_event_name=event, session_id="s", transcript_path=path)
        assert told == (0, {})
    memory = opened(notebook, tmp_path)
    today = memory.days.heads()[0].path
    (version,) = memory.history.versions(today)
    text = memory.files.read(today).text
    memory.close()
    assert text.count(MOVED) == 1 and "## Trimmed Context" in text
    assert (version.cause.kind, version.cause.client) == ("flush", agent)


def test_a_flush_says_what_it_left_out(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    path = transcript(tmp_path, "We decided that the database password is hunter2-Zeta9!")
    ask = (notebook, monkeypatch, capfdbinary, "claude-code")
    given = {"hook_event_name": "SessionEnd", "session_id": "s", "transcript_path": str(path)}
    told = {"systemMessage": "One sentence is left out: it looks like a secret."}
    assert hooked(*ask, **given) == (0, told)


@pytest.mark.parametrize("stdin", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b" " * (1 << 21)])
def test_what_is_no_hook_is_wrong_use(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, stdin: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    assert cli.run(("--notebook", str(notebook), "hook", "codex"), lambda folder: 0) == 2


@pytest.mark.parametrize("path", ["/etc/passwd", "/dev/zero", "", "none.jsonl"])
def test_only_a_transcript_is_read(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, path: str
) -> None:
    before = sorted(notebook.rglob("*"))
    ask = (notebook, monkeypatch, capfdbinary, "claude-code")
    hooked(*ask, hook_event_name="SessionEnd", session_id="s", transcript_path=path)
    assert sorted(notebook.rglob("*")) == before


def test_another_moment_gets_nothing(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    ask = (notebook, monkeypatch, capfdbinary, "claude-code")
    assert hooked(*ask, hook_event_name="PreToolUse", tool_name="Bash") == (0, {})


@pytest.mark.parametrize("agent", HOOKS)
def test_the_configuration_names_a_command_that_answers(
    notebook: Path, capfdbinary: Any, agent: str, tmp_path: Path
) -> None:
    run = ("--notebook", str(notebook), "hook", agent, "--print")
    assert cli.run(run, lambda folder: 0) == 0
    hooks = json.loads(capfdbinary.readouterr().out)["hooks"]
    assert set(hooks) == set(EVENTS[agent])
    line = hooks[EVENTS[agent][0]][0]["hooks"][0]["command"]
    ended = subprocess.run(
        line,
        shell=True,  # as the agent runs it
        input=json.dumps({"hook_event_name": EVENTS[agent][0]}).encode(),
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    assert ended.returncode == 0, ended.stderr
    assert "boiler" in json.loads(ended.stdout)["hookSpecificOutput"]["additionalContext"]


def test_the_command_offers_the_agents_whose_hooks_are_known() -> None:
    hook = next(one for one in every() if one.name == "hook")
    assert set(hook.parameters[0].choices) == set(HOOKS)


@pytest.mark.parametrize("agent", AGENTS)
def test_what_is_pasted_starts_the_server_on_this_notebook(agent: str) -> None:
    text = AGENTS[agent].text(own_command("/home/me/My Memory"))
    assert "/home/me/My Memory" in text and "mcp" in text
