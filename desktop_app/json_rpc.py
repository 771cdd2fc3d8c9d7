"""JSON-RPC 2.0: messages as bytes, and a talk over standard input and output. Knows no method."""

import asyncio
import json
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.words import tr

Answer = dict[str, Any]
NO_JSON, NO_REQUEST, NO_METHOD, WRONG_PARAMETERS, BUG = -32700, -32600, -32601, -32602, -32603

_HALF = re.compile("[\ud800-\udfff]")  # of a surrogate pair

Answers = Callable[[str, Mapping[str, Any]], Awaitable[Answer]]
"""What a method answers, with its parameters. Raises Refused."""


class Refused(Exception):  # noqa: N818  # as `errors.Problem` is none
    """A request that is answered with an error."""

    def __init__(self, code: int, message: str, data: Answer | None = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message} | ({"data": data} if data else {})


async def answered(sent: bytes, answers: Answers) -> Answer | None:
    """The answer to a message; None to a notification and to an answer, which want none."""
    which = None
    try:
        try:
            message = json.loads(sent)
        except (ValueError, RecursionError):
            raise Refused(NO_JSON, "This is no JSON.") from None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise Refused(NO_REQUEST, "This is no request.")
        if "method" not in message and ("result" in message or "error" in message):
            return None
        method, params = message.get("method"), message.get("params")
        params = {} if params is None else params
        if not isinstance(method, str) or not isinstance(params, dict):
            raise Refused(NO_REQUEST, "This is no request.")
        named = message.get("id", 0)
        if type(named) not in (str, int) or _HALF.search(str(named)):  # True is an int too
            raise Refused(NO_REQUEST, "Its id is no text and no number.")
        if "id" not in message:
            return None
        which = named
        told = {"result": await answers(method, params)}
    except Refused as refused:
        told = {"error": refused.error}
    return {"jsonrpc": "2.0", "id": which, **told}


def line(answer: Answer) -> bytes:
    """An answer as it is sent."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


async def over_stdio(answers: Answers) -> None:
    """Answer the messages on standard input, a line each and several at once, until it ends."""
    if sys.stdin is None:
        raise WrongUse(tr("There is no standard input."))
    loop, lines, at_work = asyncio.get_running_loop(), asyncio.Queue[bytes](), set[Any]()

    def read() -> None:
        # Not through sys.stdin: Python would wait for this thread when it ends.
        with open(sys.stdin.fileno(), "rb", closefd=False) as coming, suppress(RuntimeError):
            for sent in filter(bytes.strip, coming):
                loop.call_soon_threadsafe(lines.put_nowait, sent)
            loop.call_soon_threadsafe(lines.put_nowait, b"")

    async def answer(sent: bytes) -> None:
        if told := await answered(sent, answers):
            try:
                sys.stdout.buffer.write(line(told))
                sys.stdout.buffer.flush()
            except OSError:  # nobody hears
                lines.put_nowait(b"")

    threading.Thread(target=read, name="standard input", daemon=True).start()
    while sent := await lines.get():
        at_work.add(task := asyncio.create_task(answer(sent)))
        task.add_done_callback(at_work.discard)
    await asyncio.gather(*at_work)
