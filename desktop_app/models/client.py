"""The client: the `ollama` package, bound to one address. Importing this takes a tenth of a second.

No proxy, no redirect, no variable of the environment moves a request anywhere but to the address
given. Replies are plain objects: the package's classes lose fields (`remote_host`) and refuse a
reply that lacks one. A guard below it lets only good answers through: refusals, broken lines and
answers that are far too large become problems with a name.
"""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING, Any

import httpx

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending, ModelProblem

if TYPE_CHECKING:
    from ollama._client import AsyncClient
else:
    # The package itself is found but not run: it would make a client of its own from the
    # environment, and fail on many an odd variable.
    spec = find_spec("ollama")
    if spec is None:
        raise ModuleNotFoundError("No module named 'ollama'", name="ollama")
    sys.modules.setdefault("ollama", module_from_spec(spec))
    AsyncClient = import_module("ollama._client").AsyncClient
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager

from desktop_app.models.endings import of_error_line, of_status

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
        with _named_endings():
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

    It is no generator, and it holds its generators until the connection is closed. Generators that
    are dropped earlier would close it at some later time, in a task of their own.
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
        with _named_endings():
            return await anext(self._parts)

    async def aclose(self) -> None:
        await self._parts.aclose()
        await self._stream.aclose()


@contextmanager
def _named_endings() -> Iterator[None]:
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
    """JSON objects, one a line, written anew: a client may misread the original lines."""
    async for data in _split(chunks):
        line = _object(data)
        written = _written(line)
        if line.get("error"):
            raise of_error_line(line["error"])
        yield written.encode("ascii") + b"\n"


async def _split(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The lines of a stream without blank ones. Raises ModelProblem on one that does not end."""
    begun = bytearray()
    async for chunk in chunks:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            line, start = bytes(begun) + chunk[start:end], end + 1
            begun.clear()
            if line.strip():
                yield line
        begun += chunk[start:]
        if len(begun) > LONGEST_LINE:
            raise ModelProblem(Ending.TOO_BIG)
    if begun.strip():
        yield _last(bytes(begun))


def _last(data: bytes) -> bytes:
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
    try:
        data = b"".join([chunk async for chunk in _limited(chunks, _LONGEST_REFUSAL)])
        reason = _object(data).get("error", "")
        return reason if isinstance(reason, str) else _written(reason)
    except (ModelProblem, httpx.TransportError):
        return ""


def _written(value: object) -> str:
    try:
        return json.dumps(value)
    except RecursionError as error:
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
    if not isinstance(value, dict):
        raise ModelProblem(Ending.NOT_UNDERSTOOD)
    return value


class Client(AsyncClient):
    """Asks one server, `connect` seconds for a connection. Raises ModelProblem."""

    def __init__(self, address: Address, connect: float) -> None:
        super().__init__(
            address.url,
            follow_redirects=False,
            trust_env=False,
            timeout=httpx.Timeout(None, connect=connect),
            transport=Guard(address.secure),
        )
        # All of them: a key in the environment would be among them.
        self._client.headers = {"Accept-Encoding": "identity", "User-Agent": "nightstand"}

    async def aclose(self) -> None:
        await self._client.aclose()

    async def version(self) -> Any:
        return await self._request(dict, "GET", "/api/version")

    async def _request(self, cls: Any, *args: Any, **how: Any) -> Any:
        """The raw answer. A chat with too long a prompt is refused, never answered from a part."""
        if "/api/chat" in args:
            how["json"] |= {"truncate": False, "shift": False}
        try:
            return await super()._request(dict, *args, **how)
        except (ValueError, TypeError, RecursionError) as error:  # no JSON, or no object
            raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
