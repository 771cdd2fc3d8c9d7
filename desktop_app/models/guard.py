"""The guard: an httpx transport that lets only good answers through. Knows HTTP and JSON lines.

What it gives is safe to hand to any client: refusals, broken lines and answers beyond all measure
are problems with a name, and the lines that remain are objects without an error.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from desktop_app.models.endings import Ending
from desktop_app.models.problem import ModelProblem, of_error_line, of_status

LONGEST_LINE = 1_000_000
_LONGEST_REPLY = 8_000_000
_LONGEST_VECTORS = 64_000_000  # of a thousand texts
_LONGEST_REFUSAL = 64_000
_STREAMED = {"/api/chat", "/api/pull"}


class Guard(httpx.AsyncBaseTransport):
    """Connects without a proxy or a variable of the environment. Raises ModelProblem."""

    def __init__(self, secure: bool) -> None:
        # Certificates take long to load and plain HTTP has none.
        self._inner = httpx.AsyncHTTPTransport(verify=secure, trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        with _told():
            response = await self._inner.handle_async_request(request)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        if response.status_code != 200:
            try:
                raise of_status(response.status_code, await _refusal(aiter(response.stream)))
            finally:
                await response.aclose()
        # Without its headers: nothing is unpacked, and the text is UTF-8.
        return httpx.Response(200, stream=_Body(response.stream, request.url.path))

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Body(httpx.AsyncByteStream):
    """The body of a good answer: whole, or line by line.

    No generator, and it holds those inside until the connection is closed: dropped earlier, they
    would close it at some later time, in a task of their own.
    """

    def __init__(self, stream: httpx.AsyncByteStream, path: str) -> None:
        self._stream = stream
        self._chunks = aiter(stream)
        longest = _LONGEST_VECTORS if path == "/api/embed" else _LONGEST_REPLY
        streamed = path in _STREAMED
        self._parts = _lines(self._chunks) if streamed else _limited(self._chunks, longest)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        with _told():
            return await anext(self._parts)

    async def aclose(self) -> None:
        await self._parts.aclose()
        await self._stream.aclose()


@contextmanager
def _told() -> Iterator[None]:
    """Turn what the network does into named endings."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise ModelProblem(Ending.UNREACHABLE) from error
    except httpx.ConnectError as error:
        raise ModelProblem(Ending.NOT_RUNNING) from error
    except httpx.RemoteProtocolError as error:
        # A peer that went away, or one that never spoke HTTP.
        away = "disconnected" in str(error) or "peer closed" in str(error)
        raise ModelProblem(Ending.BROKEN_OFF if away else Ending.NOT_UNDERSTOOD) from error
    except httpx.TransportError as error:
        raise ModelProblem(Ending.BROKEN_OFF) from error


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """Objects, one a line, written anew: as they come, a client may split or read them amiss."""
    async for data in _split(chunks):
        line = _object(data)
        written = _written(line)
        if line.get("error"):
            raise of_error_line(line["error"])
        yield written.encode("ascii") + b"\n"


async def _split(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The lines of a stream without blank ones. Raises ModelProblem on one that does not end."""
    held = bytearray()
    async for chunk in chunks:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            line, start = bytes(held) + chunk[start:end], end + 1
            held.clear()
            if line.strip():
                yield line
        held += chunk[start:]
        if len(held) > LONGEST_LINE:
            raise ModelProblem(Ending.TOO_BIG)
    if held.strip():
        yield _last(bytes(held))


def _last(data: bytes) -> bytes:
    """A last line that lacks its end, when it is an object all the same."""
    try:
        _object(data)
    except ModelProblem:
        begun = data.lstrip().startswith(b"{")
        raise ModelProblem(Ending.UNFINISHED if begun else Ending.NOT_UNDERSTOOD) from None
    return data


async def _limited(chunks: AsyncIterator[bytes], longest: int) -> AsyncGenerator[bytes, None]:
    length = 0
    async for chunk in chunks:
        length += len(chunk)
        if length > longest:
            raise ModelProblem(Ending.TOO_BIG)
        yield chunk


async def _refusal(chunks: AsyncIterator[bytes]) -> str:
    """What the server says to a refusal, as far as it can be understood."""
    try:
        data = b"".join([chunk async for chunk in _limited(chunks, _LONGEST_REFUSAL)])
        said = _object(data).get("error", "")
        return said if isinstance(said, str) else _written(said)
    except (ModelProblem, httpx.TransportError):
        return ""


def _written(found: object) -> str:
    try:
        return json.dumps(found)
    except RecursionError as error:
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error


def _object(data: bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Ollama's own lines begin so; anything else was never its.
        ours = data.lstrip().startswith(b"{")
        raise ModelProblem(Ending.BROKEN_TEXT if ours else Ending.NOT_UNDERSTOOD) from error
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
    if not isinstance(found, dict):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return found
