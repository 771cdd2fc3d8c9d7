"""A server of ours that speaks Ollama's protocol on loopback, scripted. Real sockets, own thread.

Left alone it does what Ollama does with the models it was given as data: counts tokens, keeps to
the room it was asked for, drops the front of a prompt that is too long unless told not to. A test
puts scripts before that with `server.next(path, script, ...)`; each serves one request.
"""

import asyncio
import json
import re
import secrets
import socket
import struct
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]
_NARROW = re.compile("[\u0000-\u02ff]+")


@dataclass(frozen=True)
class Served:
    """A model as the server holds it. `per_wide` and `per_letter` are its tokens a character."""

    name: str = "small:latest"
    size: int = 4_000_000_000
    context: int = 131_072
    capabilities: tuple[str, ...] = ("completion", "tools")
    family: str = "qwen3"
    parameters: str = "4.0B"
    quantization: str = "Q4_K_M"
    modified: str = "2026-05-01T09:30:00.123456789+02:00"
    remote_host: str = ""
    per_wide: float = 0.7
    per_letter: float = 0.24
    digest: str = "0" * 64

    def count(self, text: str) -> int:
        wide = len(_NARROW.sub("", text))
        return round(wide * self.per_wide + (len(text) - wide) * self.per_letter)


@dataclass
class Request:
    """What arrived. `left` is set when the client hung up before its answer had ended."""

    method: str
    path: str
    headers: dict[str, str]
    body: Body
    begun: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)


class Talk:
    """One request being answered: everything that can be done to a connection."""

    def __init__(self, server: "OurOllama", request: Request, writer: asyncio.StreamWriter) -> None:
        self.server = server
        self.request = request
        self._writer = writer
        self._open = True

    async def raw(self, data: bytes) -> None:
        """Bytes as they are, HTTP or not."""
        self._writer.write(data)
        await self._writer.drain()
        self.request.begun.set()

    async def head(self, status: int = 200, **headers: str) -> None:
        """The beginning of a chunked answer."""
        named = {"Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked", **headers}
        lines = [f"HTTP/1.1 {status} Said", *(f"{k}: {v}" for k, v in named.items())]
        await self.raw("\r\n".join([*lines, "", ""]).encode())

    async def piece(self, data: bytes) -> None:
        """Bytes inside a chunk of their own."""
        await self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    async def line(self, said: object) -> None:
        await self.piece(json.dumps(said, ensure_ascii=False).encode() + b"\n")

    async def end(self) -> None:
        """The orderly end of a chunked answer."""
        await self.raw(b"0\r\n\r\n")

    async def reply(self, said: object, status: int = 200) -> None:
        """A whole answer."""
        data = said if isinstance(said, bytes) else json.dumps(said).encode()
        kind = "text/html" if isinstance(said, bytes) else "application/json; charset=utf-8"
        head = f"HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}"
        await self.raw(f"{head}\r\n\r\n".encode() + data)

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def reset(self) -> None:
        """Break the connection off with RST."""
        wire = self._writer.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()
        self._open = False

    def close(self) -> None:
        """Close the connection, wherever the answer is."""
        self._writer.close()
        self._open = False

    def half_close(self) -> None:
        """Say nothing more and go on listening."""
        self._writer.write_eof()

    @property
    def open(self) -> bool:
        return self._open


Script = Callable[[Talk], Awaitable[None]]


@contextmanager
def kept_port() -> Iterator[int]:
    """A port at which nobody answers unless a server of ours takes it; no other program gets it."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]


class OurOllama:
    """The server. Start it with `with OurOllama() as server`; it stops with the block.

    `honours` is false for an older server that has not heard of `truncate` and `shift`, `room` for
    one that gives less context than it is asked for, `tells_room` whether `/api/ps` admits it, and
    `cuts` how it shortens a prompt: to half its room or to the brim.
    """

    def __init__(self, *models: Served) -> None:
        self.models = {model.name: model for model in models or (Served(),)}
        self.library: dict[str, Served] = {}
        self.requests: list[Request] = []
        self.version = "0.33.0"
        self.answer = "All quiet."
        self.honours = True
        self.room: int | None = None
        self.tells_room = True
        self.cuts = "half"
        self.loaded: dict[str, int] = {}
        self.loads = 0
        self._scripts: dict[str, deque[Script]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._talks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def next(self, path: str, *scripts: Script) -> None:
        """Answer the coming requests for this path by these scripts, one each."""
        self._scripts.setdefault(path, deque()).extend(scripts)

    def asked(self, path: str) -> list[Request]:
        """The requests for this path, oldest first."""
        return [request for request in self.requests if request.path == path]

    def __enter__(self) -> "OurOllama":
        self._thread.start()
        self._server = self._on_loop(self._listening())
        return self

    def __exit__(self, *_: object) -> None:
        self._on_loop(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _on_loop(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _listening(self) -> asyncio.Server:
        """On its port; else on one that no system gives away by itself.

        So a server can come back after a while, and no other program has its place.
        """
        while not self.port:
            port = 20_000 + secrets.randbelow(10_000)
            with suppress(OSError):
                server = await asyncio.start_server(self._talk, "127.0.0.1", port)
                self.port = port
                return server
        return await asyncio.start_server(self._talk, "127.0.0.1", self.port)

    async def _stop(self) -> None:
        for listening in self._server.sockets:
            self._loop.remove_reader(listening.fileno())
        for _ in range(10):
            await asyncio.sleep(0)  # who was let in just now has begun to talk by then
        self._server.close()
        talks = set(self._talks)
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        self._writers.append(writer)
        try:
            first = await reader.read(1)
            while first:
                first = await self._one(first, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client is gone, or the server stops
        finally:
            self._talks.discard(task)
            writer.close()

    async def _one(
        self, first: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes:
        """Answer one request; the first byte of the next one, or none when there will be none."""
        request = await _read(first, reader)
        self.requests.append(request)
        talk = Talk(self, request, writer)
        queue = self._scripts.get(request.path)
        script = queue.popleft() if queue else _USUAL.get((request.method, request.path), _unknown)
        answering = asyncio.ensure_future(script(talk))
        more = asyncio.ensure_future(reader.read(1))
        try:
            await asyncio.wait({answering, more}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                request.left.set()
                return b""
            try:
                answering.result()
            except ConnectionError:  # the client was gone before we read of it
                request.left.set()
                raise
            return await more if talk.open else b""
        finally:
            for task in (answering, more):
                task.cancel()
            await asyncio.gather(answering, more, return_exceptions=True)


async def _read(first: bytes, reader: asyncio.StreamReader) -> Request:
    head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    start, *lines = head.rstrip("\r\n").split("\r\n")
    method, path, _ = start.split(" ")
    headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines)}
    data = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(method, path, headers, json.loads(data) if data else {})


# --- what it does when left alone ---------------------------------------------------------------


async def _unknown(talk: Talk) -> None:
    await talk.reply(b"404 page not found", 404)


async def _version(talk: Talk) -> None:
    await talk.reply({"version": talk.server.version})


async def _tags(talk: Talk) -> None:
    await talk.reply({"models": [_entry(model) for model in talk.server.models.values()]})


async def _show(talk: Talk) -> None:
    model = await _model(talk)
    if model is None:
        return
    remote = {"remote_host": model.remote_host} if model.remote_host else {}
    await talk.reply(
        {
            "details": _details(model),
            "model_info": {
                "general.architecture": model.family,
                f"{model.family}.context_length": model.context,
                f"{model.family}.vision.context_length": 512,
            },
            "capabilities": list(model.capabilities),
            "modified_at": model.modified,
            **remote,
        }
    )


async def _ps(talk: Talk) -> None:
    server = talk.server
    rows = []
    for name, context in server.loaded.items():
        told = {"context_length": context} if server.tells_room else {}
        row = {"name": name, "model": name, "size": 5_000_000_000, "size_vram": 0, **told}
        rows.append({**row, "expires_at": "2026-05-01T09:35:00Z"})
    await talk.reply({"models": rows})


async def _chat(talk: Talk) -> None:
    model = await _model(talk)
    if model is None:
        return
    body, server = talk.request.body, talk.server
    if "completion" not in model.capabilities:
        await talk.reply({"error": f'"{model.name}" does not support chat'}, 400)
        return
    if body.get("think") and "thinking" not in model.capabilities:
        await talk.reply({"error": f'"{model.name}" does not support thinking'}, 400)
        return
    asked = body.get("options", {}).get("num_ctx", 4096)
    room = min(asked, model.context, server.room or asked)
    if server.loaded.get(model.name) != room:
        server.loads += 1
        server.loaded[model.name] = room
    read = read_tokens(server, model, body, room)
    if read is None:
        await talk.reply({"error": "the prompt exceeds the available context size"}, 400)
        return
    await says(server.answer, prompt_tokens=read)(talk)


def read_tokens(server: OurOllama, model: Served, body: Body, room: int) -> int | None:
    """How many tokens of the prompt are read in this room; None where it is refused."""
    messages = body["messages"]
    truncate = body.get("truncate", True) or not server.honours
    shift = body.get("shift", True) or not server.honours
    count = sum(model.count(_whole(message)) + 4 for message in messages)
    if body.get("tools"):
        count += model.count(json.dumps(body["tools"]))
    droppable = [m for m in messages[:-1] if m["role"] != "system"]
    while truncate and count > room and droppable:
        count -= model.count(_whole(droppable.pop(0))) + 4
    if count < room:
        return count
    if not truncate or not shift:
        return None
    kept = 5
    return room if server.cuts == "brim" else room - (room - kept) // 2


def _whole(message: Body) -> str:
    """All of a message that a template renders."""
    calls = message.get("tool_calls") or ()
    return message.get("content", "") + "".join(json.dumps(call["function"]) for call in calls)


async def embeds(talk: Talk) -> None:
    model = await _model(talk)
    if model is None:
        return
    given = talk.request.body["input"]
    texts = [given] if isinstance(given, str) else given
    if not talk.request.body.get("truncate", True) and any(
        model.count(text) > model.context for text in texts
    ):
        await talk.reply({"error": "the input length exceeds the context length"}, 400)
        return
    await talk.reply({"model": model.name, "embeddings": [_vector(text) for text in texts]})


async def _unload(talk: Talk) -> None:
    body = talk.request.body
    if body.get("prompt") or body.get("keep_alive") != 0:
        await _unknown(talk)
        return
    talk.server.loaded.pop(body["model"], None)
    await talk.reply({"model": body["model"], "response": "", "done": True})


async def _pull(talk: Talk) -> None:
    name = talk.request.body["model"]
    model = talk.server.library.get(name)
    await talk.head()
    await talk.line({"status": "pulling manifest"})
    if model is None:
        await talk.line({"error": "pull model manifest: file does not exist"})
        await talk.end()
        return
    for digest, total in (("sha256:aaaa", 1000), ("sha256:bbbb", 10)):
        for done in (None, total // 2, total // 4, total):  # a part of it had to be fetched again
            told = {} if done is None else {"completed": done}
            row = {"status": f"pulling {digest}", "digest": digest, "total": total, **told}
            await talk.line(row)
    for status in ("verifying sha256 digest", "writing manifest", "success"):
        await talk.line({"status": status})
    await talk.end()
    talk.server.models[name] = model


async def _delete(talk: Talk) -> None:
    model = await _model(talk)
    if model is not None:
        del talk.server.models[model.name]
        await talk.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


_USUAL: dict[tuple[str, str], Script] = {
    ("GET", "/api/version"): _version,
    ("GET", "/api/tags"): _tags,
    ("POST", "/api/show"): _show,
    ("POST", "/api/generate"): _unload,
    ("GET", "/api/ps"): _ps,
    ("POST", "/api/chat"): _chat,
    ("POST", "/api/embed"): embeds,
    ("POST", "/api/pull"): _pull,
    ("DELETE", "/api/delete"): _delete,
}


async def _model(talk: Talk) -> Served | None:
    name = talk.request.body.get("model", "")
    held = talk.server.models
    model = held.get(name) or held.get(f"{name}:latest")
    if model is None:
        await talk.reply({"error": f"model '{name}' not found"}, 404)
    return model


def _entry(model: Served) -> Body:
    remote = {"remote_host": model.remote_host} if model.remote_host else {}
    return {
        "name": model.name,
        "model": model.name,
        "size": model.size,
        "modified_at": model.modified,
        "digest": model.digest,
        "details": _details(model),
        **remote,
    }


def _details(model: Served) -> Body:
    return {
        "family": model.family,
        "parameter_size": model.parameters,
        "quantization_level": model.quantization,
    }


def _vector(text: str) -> list[float]:
    """A unit vector of four numbers made of the text's characters."""
    sums = [1.0 + sum(ord(c) % (7 + i) for c in text) for i in range(4)]
    length = sum(x * x for x in sums) ** 0.5
    return [x / length for x in sums]


# --- scripts ------------------------------------------------------------------------------------


def said(content: str = "", **more: Any) -> Body:
    """One line of a chat: `thinking` and `tool_calls` belong to its message."""
    message = {"role": "assistant", "content": content}
    for part in ("thinking", "tool_calls"):
        if part in more:
            message[part] = more.pop(part)
    return {"model": "small:latest", "message": message, "done": False, **more}


def done(reason: str = "stop", prompt_tokens: int = 0, tokens: int = 1) -> Body:
    """The last line of a chat. Zero values are absent, as on the real wire."""
    counts = {"prompt_eval_count": prompt_tokens, "eval_count": tokens}
    return {**said(), "done": True, "done_reason": reason} | {k: v for k, v in counts.items() if v}


def says(
    text: str,
    *,
    thinking: str = "",
    reason: str = "stop",
    prompt_tokens: int | None = None,
    per: int = 4,
    pause: float = 0.0,
    go: threading.Event | None = None,
) -> Script:
    """A whole good stream: thinking, then text, `per` characters a line with `pause` between.

    Its second half waits for `go`. It keeps to `num_predict`, at one token a line, and counts the
    whole prompt as read.
    """

    async def script(talk: Talk) -> None:
        read = prompt_tokens
        if read is None:
            model = talk.server.models.get(talk.request.body["model"]) or Served()
            read = read_tokens(talk.server, model, talk.request.body, 10**9)
        lines = [said(thinking=thinking[i : i + per]) for i in range(0, len(thinking), per)]
        lines += [said(text[i : i + per]) for i in range(0, len(text), per)]
        most = talk.request.body.get("options", {}).get("num_predict") or len(lines)
        await talk.head()
        for n, line in enumerate(lines[:most]):
            while go is not None and n == len(lines) // 2 and not go.is_set():
                await talk.pause(0.01)
            await talk.line(line)
            if pause:
                await talk.pause(pause)
        ended = reason if len(lines) <= most else "length"
        await talk.line(done(ended, read or 0, min(len(lines), most)))
        await talk.end()

    return script


def called(name: str, arguments: object = None, /, **given: Any) -> Body:
    """A call of a tool as the server tells it; `arguments` may be what no server should send."""
    return {"function": {"name": name, "arguments": given if arguments is None else arguments}}


def calls(*tool_calls: Body, text: str = "", thinking: str = "") -> Script:
    """An answer that calls tools, each on a line of its own, after its thinking and its text.

    It counts the whole prompt as read.
    """

    async def script(talk: Talk) -> None:
        model = talk.server.models.get(talk.request.body["model"]) or Served()
        read = read_tokens(talk.server, model, talk.request.body, 10**9)
        every = [said(thinking=thinking)] if thinking else []
        every += [said(text)] if text else []
        every += [said(tool_calls=[call]) for call in tool_calls]
        await lines(*every, done(prompt_tokens=read or 0))(talk)

    return script


def lines(*said_lines: object, then: Script | None = None) -> Script:
    """These lines and, unless `then` goes on, an orderly end. Bytes are sent as they are."""

    async def script(talk: Talk) -> None:
        await talk.head()
        for each in said_lines:
            await (talk.piece(each) if isinstance(each, bytes) else talk.line(each))
        await (then(talk) if then else talk.end())

    return script


def status(code: int, said_body: object) -> Script:
    """A whole answer with this status; bytes are sent as HTML."""

    async def script(talk: Talk) -> None:
        await talk.reply(said_body, code)

    return script


async def silent(talk: Talk) -> None:
    """Nothing more, for ever."""
    await talk.pause(3600)


async def reset(talk: Talk) -> None:
    """RST, wherever the answer is."""
    await talk.pause(0.02)  # what was said before has arrived by then
    talk.reset()


async def close(talk: Talk) -> None:
    """An end of the connection, wherever the answer is."""
    talk.close()
