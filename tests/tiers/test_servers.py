"""What servers do to who asks them: they hang, refuse, answer late, die and lose what they held."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import pytest

from desktop_app.errors import Problem
from desktop_app.tiers.entry import TierEntry
from desktop_app.tiers.server import Tls, server
from desktop_app.tiers.store import Away, TierStore
from tests.support import servers
from tests.support.servers import PASSWORD, USER, RunningServer

A = TierEntry("a", "MEMORY.md", "memory", 1, 1, "", "", "text", ("word",))
KINDS = ("redis", "postgres", "s3")
NOTEBOOK = "0" * 32


def store_at(kind: str, address: str, password: str = PASSWORD, seconds: float = 30) -> TierStore:
    at = server(address)
    if kind == "redis":
        redis_store = pytest.importorskip("desktop_app.tiers.redis_store", exc_type=ImportError)
        return redis_store.RedisStore(at, password, NOTEBOOK, seconds)
    if kind == "postgres":
        postgres_store = pytest.importorskip(
            "desktop_app.tiers.postgres_store", exc_type=ImportError
        )
        return postgres_store.PostgresStore(at, password, NOTEBOOK, seconds)
    s3 = pytest.importorskip("desktop_app.tiers.s3", exc_type=ImportError)
    return s3.S3Store(at, password, NOTEBOOK, seconds)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def running(kind: str, request: pytest.FixtureRequest) -> RunningServer:
    return request.getfixturevalue(f"{kind}_server")


def _address(kind: str, port: int) -> str:
    return {
        "redis": f"redis://127.0.0.1:{port}/0",
        "postgres": f"postgresql://{USER}@127.0.0.1:{port}/postgres",
        "s3": f"s3://{USER}@127.0.0.1:{port}/team/notes?tls=off",
    }[kind]


USES: dict[str, Callable[[TierStore], object]] = {
    "put": lambda store: store.put([A]),
    "get": lambda store: store.get(["a"]),
    "search": lambda store: store.search({"word": 1}, 5),
    "having": lambda store: store.having(["word"]),
    "remove": lambda store: store.remove(["a"]),
    "ids": lambda store: store.ids(),
    "size": lambda store: store.size(),
}


@pytest.mark.parametrize("use", ["get", "search"])
def test_a_server_that_never_answers_is_left_in_time(kind: str, use: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = store_at(kind, _address(kind, silent.getsockname()[1]), seconds=0.1)
        for _ in range(2):
            with pytest.raises(Away, match=r"did not answer|reached"):
                USES[use](store)
        store.close()


@pytest.mark.parametrize("use", USES)
def test_a_port_where_nobody_is_is_told(kind: str, use: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        store = store_at(kind, _address(kind, taken.getsockname()[1]))
        with pytest.raises(Away, match=r"can't be reached\.") as away:
            USES[use](store)
        store.close()
    assert away.value.hint and PASSWORD not in str(away.value)


def test_a_wrong_password_is_told_and_quoted_nowhere(kind: str, running: RunningServer) -> None:
    store = store_at(kind, running.address, "wrong-secret")
    with pytest.raises(Away, match="refuses the name or the password") as away:
        store.put([A])
    store.close()
    told = [str(away.value), repr(vars(away.value))]
    assert not any("wrong-secret" in text for text in told)


@contextmanager
def _alone(kind: str) -> Iterator[RunningServer]:
    """A server that a test may kill."""
    start = {"redis": servers.redis, "postgres": servers.postgres, "s3": servers.s3}[kind]
    with start() as server_:
        yield server_


def test_a_server_that_stands_still_dies_and_comes_back_is_told_and_then_used(kind: str) -> None:
    """Killed in the middle of a put, it has all of it or can be given it again."""
    many = [replace(A, id=str(n)) for n in range(300)]
    with _alone(kind) as alone, ExitStack() as stack:
        store, quick = store_at(kind, alone.address), store_at(kind, alone.address, seconds=0.5)
        stack.callback(store.close)
        store.put([A])
        quick.get(["a"])
        alone.signal(signal.SIGSTOP)
        with pytest.raises(Away, match=r"did not answer|reached"):
            quick.get(["a"])
        putting = threading.Thread(target=_put_anyway, args=(store, many))
        putting.start()
        alone.kill()
        putting.join(60)
        assert not putting.is_alive()
        with pytest.raises(Away):
            store.get(["a"])
        alone.start()
        store.put(many)
        assert store.ids() >= {one.id for one in many}
        quick.close()


def _put_anyway(store: TierStore, many: list[TierEntry]) -> None:
    with suppress(Away):
        store.put(many)


@pytest.mark.parametrize("kind", ["redis", "postgres"])
def test_what_a_server_lost_is_missing_and_can_be_put_again(
    kind: str, running: RunningServer
) -> None:
    store = store_at(kind, running.address)
    store.put([A])
    _lose_all(kind, running)
    assert (
        store.ids() == frozenset() and store.get(["a"]) == {} and not store.search({"word": 1}, 5)
    )
    store.put([A])
    assert store.search({"word": 1}, 5) == [A]
    store.remove(["a"])
    store.close()


def _lose_all(kind: str, running: RunningServer) -> None:
    if kind == "redis":
        import redis

        with redis.Redis(port=running.port, password=PASSWORD) as client:
            client.flushall()
    else:
        with _postgres(running) as connection:
            connection.execute("drop schema nightstand cascade")


@contextmanager
def _postgres(running: RunningServer) -> "Iterator[object]":
    import psycopg

    with psycopg.connect(
        host="127.0.0.1", port=running.port, user=USER, password=PASSWORD, dbname="postgres"
    ) as connection:
        yield connection


def test_a_full_redis_is_told_and_keeps_what_it_had() -> None:
    with servers.redis("--maxmemory", "3mb", "--maxmemory-policy", "noeviction") as full:
        store = store_at("redis", full.address)
        store.put([A])
        with pytest.raises(Away, match="OutOfMemory"):
            for n in range(100):
                store.put([replace(A, id=str(n), text="x" * 100_000)])
        assert store.get(["a"]) == {"a": A}
        store.close()


@pytest.mark.parametrize("kind", ["redis", "postgres"])
def test_what_is_no_entry_hides_nothing(kind: str, running: RunningServer) -> None:
    store = store_at(kind, running.address)
    b = replace(A, id="b")
    store.put([A, b])
    if kind == "redis":
        import redis

        with redis.Redis(port=running.port, password=PASSWORD) as client:
            client.hset(f"nightstand:{{{NOTEBOOK}}}:entries", "a", '{"id": 1}')
    else:
        with _postgres(running) as connection:
            connection.execute(  # type: ignore[attr-defined]
                f"update nightstand.lines_{NOTEBOOK} set entry = 'half' where id = 'a'"
            )
    assert store.get(["a", "b"]) == {"b": b}
    assert store.search({"word": 1}, 5) == [b]
    store.remove(["a", "b"])
    assert store.ids() == frozenset()
    store.close()


def test_nothing_but_ours_is_touched_in_redis(redis_server: RunningServer) -> None:
    import redis

    store = store_at("redis", redis_server.address)
    with redis.Redis(port=redis_server.port, password=PASSWORD) as client:
        client.set("theirs", "kept")
        store.put([A])
        assert all(key.startswith(b"nightstand:") for key in client.scan_iter() if key != b"theirs")
        store.remove(["a"])
        assert client.keys() == [b"theirs"]
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_environment_sends_nobody_elsewhere(
    kind: str, running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by a proxy, and not by what the clients of PostgreSQL and of S3 read there."""
    with socket.create_server(("127.0.0.1", 0)) as trap:
        where = f"http://127.0.0.1:{trap.getsockname()[1]}"
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "AWS_ENDPOINT_URL"):
            monkeypatch.setenv(name, where)
        monkeypatch.setenv("PGHOSTADDR", "127.0.0.9")
        monkeypatch.setenv("PGPORT", "9")
        store = store_at(kind, running.address)
        store.put([A])
        store.remove(["a"])
        store.close()
        trap.settimeout(0)
        with pytest.raises(BlockingIOError):
            trap.accept()


# -- addresses and waiting, without a server --------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("redis://localhost", "redis://127.0.0.1:6379/0?tls=off"),
        ("redis://ann@[::1]:7000/2", "redis://ann@[::1]:7000/2?tls=off"),
        ("postgresql://127.0.0.1/my%20notes", "postgresql://127.0.0.1:5432/my%20notes?tls=off"),
        ("s3://k@127.0.0.1:9000/bb/c?tls=off", "s3://k@127.0.0.1:9000/bb/c?tls=off"),
        ("s3://k@S3.Example.org/bucket?region=eu", "s3://k@s3.example.org:443/bucket?tls=on&region=eu"),
        ("postgresql://k@db.example/x?tls=unchecked", "postgresql://k@db.example:5432/x?tls=unchecked"),
    ],
)  # fmt: skip
def test_an_address_is_read_and_told_in_one_spelling(typed: str, address: str) -> None:
    found = server(typed, ["s3.example.org", " DB.example "])
    assert found.address == address
    assert server(found.address, [found.host]) == found


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "http://127.0.0.1/x",
        "redis://127.0.0.1/one",
        "redis://127.0.0.1:99999/0",
        "postgresql://127.0.0.1/",
        "postgresql://127.0.0.1/x?options=-c%20work_mem=1",
        "postgresql://127.0.0.1/x?host=db.example",
        "s3://127.0.0.1/",
        "s3://127.0.0.1/b?tls=unchecked",
        "redis://127.0.0.1/0#x",
        "redis://127.0.0.1\n/0",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(Problem, match="not the address of a server"):
        server(typed)


@pytest.mark.parametrize(
    "host",
    ["db.example", "192.0.2.1", "127.0.0.1.example", "[2001:db8::1]", "0.0.0.0", "2130706433"],
)
def test_another_computer_is_refused_unless_its_name_was_typed(host: str) -> None:
    for consents in ([], ["db.example.org"], [""]):
        with pytest.raises(Problem, match="is another computer"):
            server(f"postgresql://{host}/notes", consents)


def test_tls_is_on_for_another_computer_unless_it_is_said() -> None:
    assert server("redis://db.example", ["db.example"]).tls is Tls.ON


def test_a_password_in_an_address_is_refused() -> None:
    with pytest.raises(Problem) as refused:
        server("postgresql://ann:secret@127.0.0.1/notes")
    assert "secret" not in str(refused.value)
