"""P15: nothing leaves this computer. Every call to the network of whole journeys is looked at."""

import ipaddress
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from desktop_app.notebook.sample import copy_sample
from tests.dreams.model.told_model import GOOD, MEMORY, YESTERDAY
from tests.support.commands import Commands
from tests.support.faults import need_strace
from tests.support.ollama import OurOllama
from tests.support.trap import set_up

ROOT = Path(__file__).parents[2]
_CALLS = "connect,bind,sendto,sendmsg,sendmmsg"
_ADDRESS = re.compile(r'sa_family=(AF_\w+)(?:[^}]*?(?:inet_addr\(|AF_INET6, )"([^"]+)")?')
_INSIDE = {"AF_UNIX", "AF_LOCAL", "AF_NETLINK", "AF_UNSPEC"}  # the desktop, the kernel, nobody

AWAY = """# Away

![a picture](https://192.0.2.7/pixel.png) <img src="http://192.0.2.8/pixel.gif">
[a link](https://192.0.2.9/) @import url(http://192.0.2.10/style.css)
- Fetch //192.0.2.11/share and ftp://192.0.2.12/file and https://example.com/ now.
"""


@pytest.fixture(autouse=True)
def traced() -> None:
    need_strace()


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    folder = tmp_path / "notebook"
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text(f"{MEMORY}\n{AWAY}", encoding="utf-8")
    (folder / "memory" / "2026-11-20.md").write_text(YESTERDAY, encoding="utf-8")
    (folder / "memory" / "away.md").write_text(AWAY, encoding="utf-8")
    return folder


def _strace(calls: Path) -> list[str]:
    return ["strace", "-f", "-qq", f"-etrace={_CALLS}", "-o", str(calls)]


def called(words: list[str], calls: Path) -> tuple[int, list[str]]:
    """The exit code of a Python, and where beyond loopback it or its children called."""
    ended = subprocess.run(
        [*_strace(calls), sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        timeout=500,
    )
    return ended.returncode, list(_beyond(calls))


def _beyond(calls: Path) -> Iterator[str]:
    for line in calls.read_text("utf-8", "replace").splitlines():
        for family, address in _ADDRESS.findall(line):
            known = address and ipaddress.ip_address(address.partition("%")[0]).is_loopback
            if family not in _INSIDE and not known:
                yield line


@pytest.mark.parametrize(
    "code",
    [
        's.socket(s.AF_INET, s.SOCK_DGRAM).connect(("192.0.2.1", 9))',
        's.socket(s.AF_INET6, s.SOCK_DGRAM).connect(("2001:db8::1", 9))',
        's.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 9))',
        's.socket(s.AF_INET, s.SOCK_DGRAM).bind(("0.0.0.0", 0))',
        's.getaddrinfo("nothing.example", 80)',
    ],
)
def test_what_goes_beyond_loopback_is_seen(code: str, tmp_path: Path) -> None:
    """Nothing is sent: a datagram's socket is only told whom it would go to."""
    tried = f"import socket as s\ntry:\n    {code}\nexcept OSError:\n    pass"
    found = called(["-c", tried], tmp_path / "calls")[1]
    if "getaddrinfo" in code and not found:
        pytest.skip("this computer knows no server of names beyond itself")
    assert found


def test_what_stays_on_loopback_is_no_finding(tmp_path: Path) -> None:
    code = (
        "import socket as s; a = s.create_server(('127.0.0.1', 0));"
        "s.create_connection(a.getsockname()); s.getaddrinfo('127.0.0.1', 80)"
    )
    assert called(["-c", code], tmp_path / "calls") == (0, [])


def test_no_command_calls_beyond_this_computer(
    notebook: Path, tmp_path: Path, ollama: OurOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    ollama.answer = GOOD
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"role": "user", "content": "I moved the survey to berth 7 on Monday."}\n')
    with set_up(monkeypatch) as trap:
        monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
        commands = Commands(under=_strace(tmp_path / "calls"))
        for words in (
            ["status"], ["models"], ["remember", "The ferry leaves at 8."],
            ["get", "memory/away.md"], ["search", "ferry"],
            ["dream", "--model", "small", "--days", "365"], ["apply"], ["undo"],
            ["dream", "--engine", "builtin", "--force"], ["flush", str(talk), "--engine", "ollama"],
            ["blame"], ["index", "--check"], ["doctor"],
        ):  # fmt: skip
            ended = commands.run("--notebook", str(notebook), *words)
            assert ended.returncode in (0, 1), (words, ended.stderr)
        commands.close()
        assert not list(_beyond(tmp_path / "calls"))
        assert not trap.caught
    assert ollama.asked("/api/chat"), "a dream by a model went to the server on this computer"


def test_the_window_calls_nobody_beyond_this_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_sample(tmp_path / "sample", date.today())
    with set_up(monkeypatch) as trap:
        monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
        code, found = called(["-m", "desktop_app", "--smoke"], tmp_path / "calls")
        assert (code, found) == (0, [])
        assert not trap.caught


def test_the_doors_for_agents_call_and_hear_nobody_beyond_this_computer(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = tmp_path / "calls"
    door = [*_strace(calls), sys.executable, "-m", "desktop_app", "--notebook", str(notebook)]
    hello = {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "traced", "version": "1"},
    }  # fmt: skip
    search = {"name": "memory_search", "arguments": {"query": "https://192.0.2.9/"}}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search},
    ]
    with set_up(monkeypatch) as trap:
        lines = "".join(json.dumps(one) + "\n" for one in asked)
        with subprocess.Popen(
            [*door, "mcp"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        ) as agent:  # fmt: skip
            assert agent.stdin is not None and agent.stdout is not None
            agent.stdin.write(lines)
            agent.stdin.flush()
            assert '"id":1' in agent.stdout.readline()
            assert "away.md" in agent.stdout.readline()
            agent.stdin.close()
        assert not list(_beyond(calls))
        with subprocess.Popen(
            [*door, "serve", "--port", "0"], cwd=ROOT, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            url = server.stderr.readline().partition(" at ")[2].split(". ")[0]
            assert httpx.get(f"{url}/api/status", trust_env=False).status_code == 401
            (child,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
            os.kill(int(child), signal.SIGTERM)  # strace itself would leave it running
        assert not list(_beyond(calls))
        assert "bind(" in calls.read_text("utf-8", "replace")
        assert not trap.caught
