"""Starts: how long a command and the first answer over MCP take, from the start of the process.

Baselines in the same run: a Python that does nothing, and a bare server of the SDK of MCP with one
tool. Each is started in turns on the sample notebook; the first of each warms the caches. Ratios
are of the processor's time, which other work on the machine changes least.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from desktop_app.notebook.sample import copy_sample

_TIMES = 9
_BARE_MCP = """
import anyio, mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[types.Tool(name="echo", input_schema={"type": "object"})])
async def main():
    server = Server("bare", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
anyio.run(main)
"""
_HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {},
               "clientInfo": {"name": "bench", "version": "1"}},
}  # fmt: skip
_SPOKEN = (
    _HELLO,
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is empty, `data` is not used."""
    root = work / "Memory"
    copy_sample(root, date.today())
    ours = [sys.executable, "-m", "desktop_app"]
    there = [*ours, "--notebook", str(root)]
    commands = {
        "a bare Python": ([sys.executable, "-c", "pass"], ""),
        "--version": ([*ours, "--version"], ""),
        "status": ([*there, "status"], ""),
        "search": ([*there, "search", "tea"], ""),
        "a bare MCP": ([sys.executable, "-c", _BARE_MCP], "mcp"),
        "mcp": ([*there, "mcp"], "mcp"),
    }
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(_TIMES + 1):
        for name, (command, speaks) in commands.items():
            took[name].append(_once(command, work, bool(speaks)))
    middle = {
        name: tuple(statistics.median(some) for some in zip(*all_of[1:], strict=True))
        for name, all_of in took.items()
    }
    for name, (wall, cpu) in middle.items():
        base = middle["a bare MCP" if name == "mcp" else "a bare Python"]
        yield (
            f"{name}: {wall:.2f} s, {cpu:.2f} s of a processor"
            f" ({wall / base[0]:.1f} x and {cpu / base[1]:.1f} x the bare one)"
        )


def _once(command: list[str], work: Path, speaks: bool) -> tuple[float, float]:
    """Seconds until the answer, and those of a processor until the end."""
    env = os.environ | {"XDG_DATA_HOME": str(work / "d"), "XDG_CONFIG_HOME": str(work / "c")}
    begun = time.perf_counter()
    with subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin and process.stdout
        if speaks:
            for one in _SPOKEN:
                process.stdin.write(json.dumps(one).encode() + b"\n")
            process.stdin.flush()
            answers = [process.stdout.readline() for _ in range(2)]
            took = time.perf_counter() - begun
            if b'"tools"' not in answers[1]:
                raise RuntimeError(f"{command}: {answers}")
        process.stdin.close()
        process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        if not speaks:
            took = time.perf_counter() - begun
    return took, used.ru_utime + used.ru_stime
