"""P16: a page of the web, and whoever has no key, cannot reach memory. P17 through the doors."""

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from desktop_app.faces.doors.policy import MOST_BYTES
from tests.promises.test_only_your_notebook import SECRET, hostile, seen, world
from tests.support.served import ServedNotebook, served

FACT = "A line that nobody allowed."
JSON = {"content-type": "application/json"}
DOORS = {
    "rest": ("/api/memory/daily", {"text": FACT}),
    "mcp": (
        "/mcp",
        {
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "memory_save", "arguments": {"text": FACT}},
        },
    ),
}  # fmt: skip
HOSTS = (
    "evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1", "",
    "localhost.evil.example:{port}", "0.0.0.0:{port}", "127.0.0.1:{other}", "[::1]:{port}",
    "127.0.0.2:{port}", "2130706433:{port}", "127.1:{port}", "127.0.0.1:{port}.evil.example",
    "127.0.0.1:{port}@evil.example",
)  # fmt: skip
ORIGINS = (
    "null", "https://evil.example", "http://evil.example:{port}", "http://127.0.0.1",
    "http://127.0.0.1:{other}", "https://127.0.0.1:{port}", "http://localhost.evil.example:{port}",
    "file://", "chrome-extension://abcdef", "http://127.0.0.1:{port}.evil.example", "",
)  # fmt: skip
KEYS = (
    "", "Bearer", "Bearer null", "Bearer undefined", "Basic {token}", "{token}",
    "Bearer {token}0", "Bearer {short}", "Bearer {upper}", "Token {token}",
    "Bearer {token} {token}",
)  # fmt: skip
KINDS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "",
         "application/jsonp", "text/json")  # fmt: skip


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServedNotebook]:
    with served(tmp_path) as notebook:
        yield notebook


def attacks(house: ServedNotebook) -> list[tuple[str, dict[str, str], bytes | None]]:
    """Each with a name, headers beside the good ones or in their place, and a body or None."""
    port, token = house.server.port, house.token("write")
    gaps = {"port": port, "other": port + 1, "token": token, "short": token[:-1],
            "upper": token.upper() + "A"}  # fmt: skip
    found: list[tuple[str, dict[str, str], bytes | None]] = []
    found += [(f"Host {one}", {"host": one.format(**gaps)}, None) for one in HOSTS]
    found += [(f"Origin {one}", {"origin": one.format(**gaps)}, None) for one in ORIGINS]
    found += [(f"key {one}", {"authorization": one.format(**gaps)}, None) for one in KEYS]
    found += [(f"kind {one}", {"content-type": one}, None) for one in KINDS]
    found += [
        ("too large", {}, b'{"text": "' + b"x" * MOST_BYTES + b'"}'),
        ("no JSON", {}, b"text=a"),
        ("half of it", {}, b'{"text": "a'),
    ]
    return found


@pytest.mark.parametrize("door", DOORS)
def test_forty_hostile_requests_get_nothing_and_change_nothing(
    house: ServedNotebook, door: str
) -> None:
    path, good = DOORS[door]
    before, many = house.state(), attacks(house)
    assert len(many) >= 40
    with httpx.Client(base_url=house.server.url, timeout=120) as page:
        for name, other, body in many:
            headers = {
                "authorization": f"Bearer {house.token('write')}",
                "accept": "application/json, text/event-stream", **JSON, **other,
            }  # fmt: skip
            content = json.dumps(good).encode() if body is None else body
            response = page.post(path, headers=headers, content=content)
            assert 400 <= response.status_code < 500, (name, response.status_code)
            assert not [one for one in response.headers if one.startswith("access-control")], name
            assert FACT not in response.text and "sister" not in response.text, name
    assert house.state() == before
    print(f"P16: {len(many)} hostile requests at {door}: all 4xx, nothing changed")


@pytest.mark.parametrize("path", ["/api/memory/main", "/mcp", "/api/memory/daily"])
def test_a_preflight_gets_no_leave(house: ServedNotebook, path: str) -> None:
    asked = {
        "origin": "https://evil.example", "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization",
    }  # fmt: skip
    for more in ({}, {"authorization": f"Bearer {house.token('write')}"}):
        response = httpx.options(house.server.url + path, headers=asked | more)
        assert response.status_code == 403
        assert not [one for one in response.headers if one.startswith("access-control")]


@pytest.mark.parametrize(
    "raw",
    [
        b"POST /api/memory/daily HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n{key}\r\n\r\n",
        b"GET http://evil.example/api/status HTTP/1.1\r\nHost: evil.example\r\n{key}\r\n\r\n",
        b"GET /api/status HTTP/1.0\r\n{key}\r\n\r\n",
        b"GET /api/status HTTP/1.1\r\nHost: {host}\r\n{key}\r\n{key}x\r\n\r\n",
        b"GET /api/status HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n",
        b"POST /api/memory/daily HTTP/1.1\r\nHost: {host}\r\n{key}\r\nContent-Length: 9\r\n"
        b"Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}",
        b"GET /api/status\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /api/../api/status HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_odd_bytes_on_the_wire_get_nothing(house: ServedNotebook, raw: bytes) -> None:
    before = house.state()
    key = f"Authorization: Bearer {house.token('write')}".encode()
    host = f"127.0.0.1:{house.server.port}".encode()
    with socket.create_connection(("127.0.0.1", house.server.port), timeout=120) as wire:
        wire.sendall(raw.replace(b"{host}", host).replace(b"{key}", key))
        wire.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: wire.recv(65_536), b""))
    assert answer == b"" or answer.split(b" ", 2)[1].startswith(b"4"), answer[:200]
    assert house.state() == before


@pytest.mark.parametrize("path", ["/api/memory/main", "/api/memory/search?q=report", "/mcp"])
def test_without_a_key_nothing_is_read(house: ServedNotebook, path: str) -> None:
    response = httpx.get(house.server.url + path)
    assert response.status_code == 401 and response.headers["www-authenticate"] == "Bearer"
    assert "report" not in response.text


def test_only_the_loopback_address_listens(house: ServedNotebook) -> None:
    assert house.server._socket.getsockname()[0] == "127.0.0.1"
    for other in ("127.0.0.2", socket.gethostbyname(socket.gethostname())):
        if other != "127.0.0.1":
            with pytest.raises(OSError):
                socket.create_connection((other, house.server.port), timeout=2).close()


def test_a_body_in_pieces_is_measured_too(house: ServedNotebook) -> None:
    before = house.state()

    def pieces() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(40):
            yield b"x" * 65_536

    try:
        response = house.agent().post("/api/memory/daily", content=pieces(), headers=JSON)
        assert response.status_code == 413
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        pass  # it hung up before all was sent
    assert house.state() == before


def writes() -> list[tuple[str, str, Any]]:
    from desktop_app.faces.doors.endpoints import ENDPOINTS
    from desktop_app.faces.doors.policy import Scope

    filled = {"version": "1", "id": "x", "run": "x", "date": "2026-11-20"}
    return [
        (one.method, one.path.format(**filled), dict.fromkeys(one.must, FACT))
        for one in ENDPOINTS
        if one.scope is not Scope.READ
    ]


@pytest.mark.parametrize(("method", "path", "body"), writes())
def test_a_key_that_only_reads_changes_nothing(
    house: ServedNotebook, method: str, path: str, body: Any
) -> None:
    before, settings = house.state(), house.settings.path.exists()
    headers = {"if-match": "*"}
    response = house.agent("read").request(method, path, headers=headers, json=body)
    assert response.status_code == 403, response.text
    assert house.state() == before and house.settings.path.exists() == settings


@pytest.mark.skipif(os.name != "posix", reason="its traps are links and pipes")
@pytest.mark.parametrize("part", range(4))
def test_no_hostile_path_leads_out_through_a_door(tmp_path: Path, part: int) -> None:
    """P17 once more: by REST, by the tools of MCP and by its resources."""
    root, _ = world(tmp_path)
    with served(tmp_path, root=root) as house:
        house.settings.set("agents.decide", True)
        before, agent = seen(tmp_path), house.agent("decide")
        for path in hostile()[part::4]:
            for answer in asked(agent, path):
                assert answer.status_code < 500, (path, answer.text)
                assert SECRET.decode() not in answer.text, path
        assert seen(tmp_path) == before


def asked(agent: httpx.Client, path: str) -> Iterator[httpx.Response]:
    """Everything that takes a path, asked for this one."""
    plain = path.encode("utf-8", "replace").decode()
    yield agent.get("/api/memory/file", params={"path": plain})
    yield agent.get("/api/history", params={"path": plain})
    headers = {"accept": "application/json, text/event-stream"}
    for method, given in (("tools/call", {"name": "memory_get", "arguments": {"path": plain}}),):
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": given}
        yield agent.post("/mcp", json=call, headers=headers)
