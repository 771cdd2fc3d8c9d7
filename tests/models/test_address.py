"""Only this computer is asked, however an address is written."""

import pytest

from desktop_app.models.address import HERE, Address, address, from_environment
from desktop_app.models.endings import Ending, ModelProblem


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("localhost", "http://127.0.0.1:11434"),
        ("LocalHost:8080", "http://127.0.0.1:8080"),
        ("127.0.0.1", "http://127.0.0.1:11434"),
        ("127.9.8.7:1", "http://127.9.8.7:1"),
        (":5000", "http://127.0.0.1:5000"),
        ("[::1]", "http://[::1]:11434"),
        ("http://[::1]:7/", "http://[::1]:7"),
        (" http://127.0.0.1:11434/ ", "http://127.0.0.1:11434"),
        ("http://localhost", "http://127.0.0.1:80"),
        ("https://localhost", "https://127.0.0.1:443"),
    ],
)
def test_this_computer_in_every_spelling(typed: str, url: str) -> None:
    assert address(typed).url == url


ELSEWHERE = [
    "example.com",
    "http://192.168.1.20:11434",
    "0.0.0.0",
    "[::]",
    "10.0.0.1",
    "127.0.0.1.example.com",
    "localhost.example.com",
    "localhost.",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "127.0.0.01",
    "128.0.0.1",
    "126.255.255.255",
    "[::ffff:127.0.0.1]",
    "[::ffff:10.0.0.1]",
    "[::1%25eth0]",
    "[::1%lo]",
    "[::2]",
    "http://127.0.0.1@example.com",
    "http://user:secret@127.0.0.1",
    "http://127.0.0.1#@example.com",
    "http://127.0.0.1\\@example.com",
    "http://127.0.0.1/?x=http://example.com",
    "http://127.0.0.1/api",
    "http://127.0.0.1:99999",
    "http://127.0.0.1:0",
    "http://127.0.0.1:x",
    "http://[::1",
    "ftp://127.0.0.1",
    "unix:///var/run/ollama.sock",
    "//127.0.0.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "127.0.0.1\r\nHost: example.com",
    "ⓛocalhost",
]


@pytest.mark.parametrize("typed", ELSEWHERE)
def test_anything_else_is_refused(typed: str) -> None:
    with pytest.raises(ModelProblem) as raised:
        address(typed)
    assert raised.value.ending is Ending.OUTSIDE


def test_another_computer_needs_its_name_typed() -> None:
    there = address("https://box.example:8443", "Box.example ")
    assert there == Address("box.example", 8443, secure=True)
    for typed in ("other.example", "box.example.evil.example", "http://box.example@evil.example"):
        with pytest.raises(ModelProblem):
            address(typed, "box.example")


@pytest.mark.parametrize(
    ("value", "url"),
    [
        (None, HERE.url),
        ("", HERE.url),
        ("127.0.0.1:9999", "http://127.0.0.1:9999"),
        ("0.0.0.0:9999", "http://127.0.0.1:9999"),
        ("http://[::]:9999", "http://127.0.0.1:9999"),
        ("box.example:9999", HERE.url),
        ("http://user@127.0.0.1", HERE.url),
        ("nonsense://", HERE.url),
        ("http://[::1", HERE.url),
    ],
)
def test_the_environment_counts_only_when_it_names_this_computer(
    value: str | None, url: str
) -> None:
    assert from_environment({} if value is None else {"OLLAMA_HOST": value}).url == url
