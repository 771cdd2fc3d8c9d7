"""JSON-RPC: what is no request is answered, and so is everything else."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from desktop_app import json_rpc


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


def test_a_refusal_says_its_code_and_its_data() -> None:
    error = told(b'{"id": 1, "method": "else"}')["error"]
    assert error == {"code": json_rpc.NO_METHOD, "message": "no", "data": {"asked": "else"}}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"{", json_rpc.NO_JSON),
        (b"\xff", json_rpc.NO_JSON),
        (b"[" * 100_000, json_rpc.NO_JSON),
        (b"[]", json_rpc.NO_REQUEST),
        (b'"echo"', json_rpc.NO_REQUEST),
        (b'{"id": 1}', json_rpc.NO_REQUEST),
        (b'{"id": 1, "method": 7}', json_rpc.NO_REQUEST),
        (b'{"id": 1, "method": "echo", "params": [1]}', json_rpc.NO_REQUEST),
        (b'{"id": {}, "method": "echo"}', json_rpc.NO_REQUEST),
    ],
)
def test_what_is_no_request_is_refused(sent: bytes, code: int) -> None:
    answer = told(sent)
    assert (answer["id"], answer["error"]["code"]) == (None, code)


def test_half_of_a_surrogate_pair_leaves_as_text() -> None:
    assert told(b'{"id": 1, "method": "echo", "params": {"a": "\\ud83d"}}')["result"] == {"a": "?"}
