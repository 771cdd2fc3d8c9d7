"""JSON-RPC: what is no request is answered, and so is everything else."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop_app import json_rpc

ROOT = Path(__file__).parents[1]


async def echo(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    if method != "echo":
        raise json_rpc.Refused(json_rpc.NO_METHOD, "no", {"asked": method})
    return dict(params)


def told(sent: bytes) -> Any:
    answer = asyncio.run(json_rpc.answered(sent, echo))
    return None if answer is None else json.loads(json_rpc.line(answer))


def test_a_request_is_answered_under_its_id() -> None:
    sent = b'{"jsonrpc": "2.0", "id": "a", "method": "echo", "params": {"text": "\xe7\x81\xab"}}'
    assert told(sent) == {"jsonrpc": "2.0", "id": "a", "result": {"text": "火"}}


def test_a_notification_wants_no_answer() -> None:
    assert told(b'{"jsonrpc": "2.0", "method": "echo"}') is None


@pytest.mark.parametrize("more", ['"result": {}', '"error": {"code": 1, "message": "no"}'])
def test_an_answer_wants_no_answer(more: str) -> None:
    assert told(f'{{"jsonrpc": "2.0", "id": 1, {more}}}'.encode()) is None


def test_a_refusal_says_its_code_and_its_data() -> None:
    error = told(b'{"jsonrpc": "2.0", "id": 1, "method": "else"}')["error"]
    assert error == {"code": json_rpc.NO_METHOD, "message": "no", "data": {"asked": "else"}}


@pytest.mark.parametrize("sent", [b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(sent: bytes) -> None:
    answer = told(sent)
    assert (answer["id"], answer["error"]["code"]) == (None, json_rpc.NO_JSON)


@pytest.mark.parametrize("sent", ["[]", '"echo"', '{"id": 1, "method": "echo"}'])
def test_what_is_no_message_is_refused(sent: str) -> None:
    answer = told(sent.encode())
    assert (answer["id"], answer["error"]["code"]) == (None, json_rpc.NO_REQUEST)


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": None}, {"method": 7}, {"jsonrpc": "1.0"}, {"jsonrpc": 2.0},
        {"params": [1]}, {"params": []}, {"params": 0}, {"params": ""}, {"params": False},
        {"id": {}}, {"id": True}, {"id": None}, {"id": 1.5}, {"id": "\ud83d"},
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(wrong: dict[str, Any]) -> None:
    right = {"jsonrpc": "2.0", "id": 1, "method": "echo"}
    assert "result" in told(json.dumps(right).encode())
    answer = told(json.dumps(right | wrong).encode())
    assert (answer["id"], answer["error"]["code"]) == (None, json_rpc.NO_REQUEST)


def test_half_of_a_surrogate_pair_leaves_as_text() -> None:
    sent = b'{"jsonrpc": "2.0", "id": 1, "method": "echo", "params": {"a": "\\ud83d"}}'
    assert told(sent)["result"] == {"a": "?"}


PROGRAM = """
import asyncio
from desktop_app import json_rpc
async def answers(method, params): return {}
asyncio.run(json_rpc.over_stdio(answers))
"""
PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'


def over_stdio(sent: bytes, **more: Any) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, input=sent, cwd=ROOT, timeout=60, check=False, **more)


def test_blank_lines_on_standard_input_are_passed_over() -> None:
    done = over_stdio(b"\n \r\n" + PING + b"\n", capture_output=True)
    assert done.stdout == b'{"jsonrpc":"2.0","id":1,"result":{}}\n'


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is none here")
def test_where_nobody_hears_the_talk_ends_quietly() -> None:
    with Path("/dev/full").open("wb") as full:
        done = over_stdio(PING, stdout=full, stderr=subprocess.PIPE)
    assert b"Task exception" not in done.stderr and b"json_rpc" not in done.stderr
