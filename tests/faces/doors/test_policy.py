"""Keys, names and scopes: pure parts of the policy, and what does not load it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.faces.doors.endpoints import ENDPOINTS
from desktop_app.faces.doors.policy import (
    Caller,
    Door,
    Keys,
    RefusedCall,
    Scope,
    client_name,
    need,
)

ROOT = Path(__file__).parents[3]


def test_keys_are_made_once_long_secret_and_each_opens_its_scope(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "data" / "agents.json")
    if os.name == "posix":
        assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    tokens = {scope: keys.token(scope) for scope in Scope}
    assert len({*tokens.values()}) == 3 and {len(one) for one in tokens.values()} == {64}
    assert all(keys.scope(token) is scope for scope, token in tokens.items())
    assert [keys.scope(wrong) for wrong in ("", "x", tokens[Scope.READ][:-1], "é\ud800")] == [
        None
    ] * 4
    assert Keys(keys.path).token(Scope.READ) == tokens[Scope.READ]


def test_keys_that_another_run_renewed_or_lost_shut_this_one_too(tmp_path: Path) -> None:
    keys, other = Keys(tmp_path / "agents.json"), Keys(tmp_path / "agents.json")
    old = keys.token(Scope.WRITE)
    other.renew()
    assert keys.scope(old) is None
    assert keys.scope(other.token(Scope.WRITE)) is Scope.WRITE
    keys.path.write_text("{}")
    assert keys.scope(other.token(Scope.WRITE)) is None
    keys.path.unlink()
    assert keys.scope(other.token(Scope.WRITE)) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"read": "", "write": "", "decide": ""}', "\0"])
def test_a_file_of_keys_that_says_nothing_opens_no_door(tmp_path: Path, text: str) -> None:
    (tmp_path / "agents.json").write_text(text)
    (tmp_path / "agents.json").chmod(0o600)
    with pytest.raises(Problem, match="damaged"):
        Keys(tmp_path / "agents.json")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such marks")
def test_a_file_of_keys_that_others_can_read_opens_no_door(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "agents.json")
    keys.path.chmod(0o640)
    with pytest.raises(Problem, match="Others on this computer"):
        Keys(keys.path)


def test_a_scope_covers_what_stands_before_it() -> None:
    covered = {scope: [str(one) for one in Scope if scope.covers(one)] for scope in Scope}
    assert covered == {"read": ["read"], "write": ["read", "write"],
                       "decide": ["read", "write", "decide"]}  # fmt: skip
    with pytest.raises(RefusedCall, match="only reads"):
        need(Caller("a", Scope.READ, Door.REST), Scope.WRITE)
    with pytest.raises(RefusedCall, match="may not decide"):
        need(Caller("a", Scope.WRITE, Door.REST), Scope.DECIDE)


def test_what_changes_settings_dreams_or_old_texts_is_for_those_who_decide() -> None:
    deciding = {one.path for one in ENDPOINTS if one.scope is Scope.DECIDE}
    assert deciding == {
        "/api/memory/config", "/api/dreams/{id}/apply", "/api/dreams/{id}/discard",
        "/api/dreams/{id}/undo",
    }  # fmt: skip
    writing = [one for one in ENDPOINTS if one.method != "GET"]
    assert all(one.scope is not Scope.READ for one in writing)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("curl/8.5.0", "curl"), ("claude-code", "claude-code"), ("@a/mcp-cli", "@a/mcp-cli"),
        ("", "agent"), ("\n\0:<b>", "b"), ("x" * 500, "x" * 40), ("note:evil", "noteevil"),
        ("python-httpx/0.28.1", "python-httpx"), ("Mein Agent 2", "Mein Agent 2"), ("記憶", "記憶"),
    ],
)  # fmt: skip
def test_a_name_is_short_and_plain(said: str, name: str) -> None:
    assert client_name(said) == name


@pytest.mark.parametrize("module", ["desktop_app.faces.cli", "desktop_app.app"])
def test_nobody_pays_for_the_doors_before_one_opens(module: str) -> None:
    code = (
        f"import sys, {module}; names = {{name.split('.')[0] for name in sys.modules}};"
        "print(sorted(names & {'mcp', 'mcp_types', 'starlette', 'uvicorn', 'jsonschema',"
        " 'pydantic', 'httpx2', 'cryptography', 'opentelemetry'}),"
        " [name for name in sys.modules if name.startswith('desktop_app.faces.doors')])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert ended.stdout.strip() == "[] []", ended.stderr


def test_an_agent_waits_for_no_search_index_before_it_searches() -> None:
    code = (
        "import sys; from desktop_app.faces.doors import mcp_door;"
        "print('desktop_app.search.index' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert ended.stdout.strip() == "False", ended.stderr
