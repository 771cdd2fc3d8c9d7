"""Every way in which a chat goes wrong on the wire, each with the ending it must be given.

Used wherever a model is asked: whatever the server does, nothing bad may come of it.
"""

import json
from dataclasses import dataclass, replace

from desktop_app.models.endings import Ending
from desktop_app.models.transport import Patience
from tests.support.ollama import (
    Script,
    Talk,
    close,
    done,
    lines,
    reset,
    said,
    says,
    silent,
    status,
)

_HTML = b"<!DOCTYPE html>\n<html><body>It works!</body></html>\n"
_GOOD = said("Half of ")


@dataclass(frozen=True)
class Fault:
    """One fault. `times`: how often the server does it in a row, where the client asks again."""

    name: str
    script: Script
    ending: Ending
    times: int = 1

    def __str__(self) -> str:
        return self.name

    @property
    def patience(self) -> Patience:
        """Short where the server falls silent, and only there: else the machine may be busy."""
        usual = Patience(pauses=(0.01, 0.01))
        if self.ending is Ending.SILENT:
            return replace(usual, first=1.5)
        return replace(usual, idle=0.3) if self.ending is Ending.STALLED else usual


def _raw(data: bytes, then: Script = close) -> Script:
    async def script(talk: Talk) -> None:
        await talk.raw(data)
        await then(talk)

    return script


async def _drip(talk: Talk) -> None:
    line = json.dumps(said("never comes to its end" * 20)).encode()
    await talk.head()
    for at in range(len(line)):
        await talk.piece(line[at : at + 1])
        await talk.pause(0.05)


async def _blank_lines(talk: Talk) -> None:
    await talk.head()
    while True:
        await talk.piece(b"\n")
        await talk.pause(0.05)


async def _empty_lines(talk: Talk) -> None:
    await talk.head()
    await talk.line(_GOOD)
    while True:
        await talk.line(said(""))
        await talk.pause(0.05)


async def _endless(talk: Talk) -> None:
    await talk.head()
    while True:
        await talk.line(said("again and again " * 4_000))


async def _endless_thought(talk: Talk) -> None:
    await talk.head()
    while True:
        await talk.line(said(thinking="hm " * 20_000))


async def _half_closed(talk: Talk) -> None:
    await talk.head()
    await talk.line(_GOOD)
    talk.half_close()
    await talk.pause(3600)


def _ends(*parts: object, reason: str = "stop") -> Script:
    return lines(*parts, done(reason, 300))


_SILENCE = (
    Fault("silence before the head", silent, Ending.SILENT),
    Fault("silence after the head", lines(then=silent), Ending.SILENT),
    Fault("blank lines only", _blank_lines, Ending.SILENT),
    Fault("a drip of one line", _drip, Ending.SILENT),
    Fault("silence in the middle", lines(_GOOD, then=silent), Ending.STALLED),
    Fault("lines without text in the middle", _empty_lines, Ending.STALLED),
    Fault("half a line, then silence", lines(_GOOD, b'{"mes', then=silent), Ending.STALLED),
)

_BROKEN = (
    Fault("reset before the head", reset, Ending.BROKEN_OFF, times=3),
    Fault("closed before the head", close, Ending.BROKEN_OFF, times=3),
    Fault("reset after the head", lines(then=reset), Ending.BROKEN_OFF, times=3),
    Fault("half a head", _raw(b"HTTP/1.1 200 O"), Ending.BROKEN_OFF, times=3),
    Fault("a greeting that is not HTTP", _raw(b"SSH-2.0-x\r\n"), Ending.BROKEN_OFF, times=3),
    Fault("reset in the middle", lines(_GOOD, then=reset), Ending.BROKEN_OFF),
    Fault("closed in the middle of the chunks", lines(_GOOD, then=close), Ending.BROKEN_OFF),
    Fault("half closed", _half_closed, Ending.BROKEN_OFF),
    Fault("an orderly end without done", lines(_GOOD), Ending.UNFINISHED),
    Fault("an end in the middle of a line", lines(_GOOD, b'{"message":{"cont'), Ending.UNFINISHED),
    Fault("nothing at all", lines(), Ending.UNFINISHED),
    Fault("done without a reason", lines(_GOOD, {**said(), "done": True}), Ending.UNFINISHED),
    Fault("done with an empty reason", _ends(_GOOD, reason=""), Ending.UNFINISHED),
    Fault("done that is not true", lines(_GOOD, {**said(), "done": "yes"}), Ending.UNFINISHED),
)

_STATUS = (
    Fault("400", status(400, {"error": "invalid options"}), Ending.REFUSED),
    Fault(
        "400 too long, in words",
        status(400, {"error": "the prompt is longer than the context length currently available"}),
        Ending.PROMPT_TOO_LONG,
    ),
    Fault(
        "400 too long, wrapped",
        status(
            400, {"error": '{"error":{"message":"request exceeds the available context size"}}'}
        ),
        Ending.PROMPT_TOO_LONG,
    ),
    Fault(
        "400 cannot chat",
        status(400, {"error": '"small" does not support chat'}),
        Ending.UNABLE,
    ),
    Fault("401", status(401, {"error": "unauthorized"}), Ending.FORBIDDEN),
    Fault("403", status(403, b""), Ending.FORBIDDEN),
    Fault("404", status(404, {"error": "model 'small' not found"}), Ending.MODEL_GONE),
    Fault("404 of another program", status(404, b"404 page not found"), Ending.OTHER_STATUS),
    Fault("418", status(418, b"I am a teapot"), Ending.OTHER_STATUS),
    Fault("499", status(499, {"error": "request canceled"}), Ending.OTHER_STATUS),
    Fault("500", status(500, {"error": "oh no"}), Ending.SERVER_FAULT),
    Fault("500 as HTML", status(500, _HTML), Ending.SERVER_FAULT),
    Fault("500 that is no text", status(500, b"\xff\xfe{"), Ending.SERVER_FAULT),
    Fault(
        "500 without an end",
        _raw(b"HTTP/1.1 500 Oh\r\nContent-Length: 99\r\n\r\n{"),
        Ending.SERVER_FAULT,
    ),
    Fault(
        "500 no memory",
        status(500, {"error": "model requires more system memory (5.6 GiB) than is available"}),
        Ending.NO_MEMORY,
    ),
    Fault(
        "500 crashed",
        status(500, {"error": "llama runner process has terminated: exit status 2"}),
        Ending.CRASHED,
    ),
    Fault("502", status(502, b"Bad Gateway"), Ending.SERVER_FAULT),
    Fault("503", status(503, {"error": "server busy, please try again."}), Ending.BUSY, times=3),
    Fault("204", status(204, b""), Ending.OTHER_STATUS),
    Fault("206", status(206, said("part")), Ending.OTHER_STATUS),
)

_STRANGE = (
    Fault("HTML under 200", status(200, _HTML), Ending.NOT_UNDERSTOOD),
    Fault("HTML without an end of line", status(200, b"<html></html>"), Ending.NOT_UNDERSTOOD),
    Fault("not HTTP", _raw(b"220 mail.example ESMTP\r\n\r\n"), Ending.NOT_UNDERSTOOD),
    Fault(
        "a binary greeting", _raw(b"\x16\x03\x01\x00\xff" * 9 + b"\r\n\r\n"), Ending.NOT_UNDERSTOOD
    ),
    Fault(
        "a head without end",
        _raw(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000),
        Ending.NOT_UNDERSTOOD,
    ),
    Fault(
        "a chunk of no size",
        _raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        Ending.NOT_UNDERSTOOD,
    ),
    Fault("events instead of lines", lines(b"data: {}\n\n"), Ending.NOT_UNDERSTOOD),
    Fault("a list", lines([_GOOD]), Ending.NOT_UNDERSTOOD),
    Fault("a number", lines(_GOOD, 7), Ending.NOT_UNDERSTOOD),
    Fault("null", lines(None), Ending.NOT_UNDERSTOOD),
    Fault("two objects in a line", lines(b"{}{}\n"), Ending.NOT_UNDERSTOOD),
    Fault("HTML in the middle", lines(_GOOD, _HTML), Ending.NOT_UNDERSTOOD),
    Fault("nested too deep", lines(b"[" * 200_000 + b"\n"), Ending.NOT_UNDERSTOOD),
    Fault("a number too long", lines(b'{"done":' + b"9" * 9_000 + b"}\n"), Ending.NOT_UNDERSTOOD),
    Fault("content that is a number", lines({"message": {"content": 7}}), Ending.NOT_UNDERSTOOD),
    Fault("content that is a list", lines({"message": {"content": ["a"]}}), Ending.NOT_UNDERSTOOD),
    Fault("a message that is text", lines({"message": "All quiet."}), Ending.NOT_UNDERSTOOD),
    Fault("compressed", lines(b"\x1f\x8b\x08\x00\xc3\x28\n"), Ending.NOT_UNDERSTOOD),
    Fault(
        "half a character",
        lines(_GOOD, b'{"message":{"content":"\xe4\xb8"}}\n'),
        Ending.NOT_UNDERSTOOD,
    ),
    Fault(
        "half a pair", lines(_GOOD, b'{"message":{"content":"\\ud83d"}}\n'), Ending.NOT_UNDERSTOOD
    ),
    Fault(
        "half a pair in thinking",
        lines(b'{"message":{"thinking":"\\ud83d"}}\n'),
        Ending.NOT_UNDERSTOOD,
    ),
    Fault("a line too long", lines(_GOOD, said("x" * 1_100_000)), Ending.TOO_BIG),
    Fault(
        "a line without end", lines(b'{"message":"' + b"x" * 1_100_000, then=silent), Ending.TOO_BIG
    ),
    Fault("an answer without end", _endless, Ending.TOO_BIG),
    Fault("a thought without end", _endless_thought, Ending.TOO_BIG),
)

_ERROR_LINES = (
    Fault("an error line", lines(_GOOD, {"error": "unexpected EOF"}), Ending.SERVER_FAULT),
    Fault("an error line first", lines({"error": "oh no"}), Ending.SERVER_FAULT),
    Fault("an error that is an object", lines(_GOOD, {"error": {"code": 5}}), Ending.SERVER_FAULT),
    Fault(
        "an error line: memory",
        lines(_GOOD, {"error": "CUDA error: out of memory"}),
        Ending.NO_MEMORY,
    ),
    Fault(
        "an error line: crash",
        lines(_GOOD, {"error": "model runner has unexpectedly stopped"}),
        Ending.CRASHED,
    ),
    Fault(
        "an error in the last line", lines(_GOOD, {**done(), "error": "late"}), Ending.SERVER_FAULT
    ),
)

_ANSWERS = (
    Fault("cut at its longest", _ends(_GOOD, reason="length"), Ending.LENGTH),
    Fault("only loaded", _ends(reason="load"), Ending.UNFINISHED),
    Fault("only unloaded", _ends(reason="unload"), Ending.UNFINISHED),
    Fault("an unknown reason", _ends(_GOOD, reason="tired"), Ending.UNFINISHED),
    Fault("an empty answer", _ends(), Ending.EMPTY),
    Fault("blanks only", _ends(said(" \n\t")), Ending.EMPTY),
    Fault("cut before it began", _ends(reason="length"), Ending.EMPTY),
    Fault("thinking only", _ends(said(thinking="Hm.")), Ending.ONLY_THINKING),
    Fault("cut while thinking", _ends(said(thinking="Hm."), reason="length"), Ending.ONLY_THINKING),
    Fault("a block of thinking only", _ends(said("<think>Hm.</think>\n")), Ending.ONLY_THINKING),
    Fault(
        "thinking without an end", _ends(said("<think>"), said("Hm. Well.")), Ending.ONLY_THINKING
    ),
    Fault("thinking without a beginning", _ends(said("Hm.\n</think>\n")), Ending.ONLY_THINKING),
    Fault("marks of thinking for ever", _ends(said("<think>\n" * 2_000)), Ending.ONLY_THINKING),
    Fault(
        "a tool call",
        _ends(said(tool_calls=[{"function": {"name": "memory_save", "arguments": {}}}])),
        Ending.TOOL_CALL,
    ),
    Fault(
        "an answer from elsewhere",
        lines(said("Hi", remote_host="https://ollama.com")),
        Ending.CLOUD,
    ),
    Fault("a full room", says("Fine.", prompt_tokens=8192), Ending.PROMPT_CUT),
    Fault("hardly anything read", says("Fine.", prompt_tokens=3), Ending.PROMPT_CUT),
)

FAULTS: tuple[Fault, ...] = (*_SILENCE, *_BROKEN, *_STATUS, *_STRANGE, *_ERROR_LINES, *_ANSWERS)
