"""Signatures: the same error is the same, whenever and wherever it happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.sessions.agents.turns import tool_result
from desktop_app.sessions.hindsight.commands import AgentStep, simple_commands
from desktop_app.sessions.hindsight.signature import (
    ErrorKind,
    ErrorSignature,
    errors_in,
    errors_of_text,
    normalised,
)
from tests.support.erring import null_pointer

PYTHON = """Traceback (most recent call last):
  File "/home/ines/app.py", line 12, in main
    run()
    ~~~^^
  File "/home/ines/core.py", line 99, in run
    raise KeyError("x")
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/ines/app.py", line 14, in main
    fail()
app.errors.ConfigError: no port was given
"""
NODE = """/srv/app/x.js:10
    foo.bar()
        ^

TypeError: Cannot read properties of undefined (reading 'bar')
    at Shop.total (/srv/app/x.js:10:9)
    at async /srv/app/index.js:4:1

Node.js v18.0.0
"""
JAVA = """Exception in thread "main" java.lang.RuntimeException: wrapped
\tat com.example.Api.handle(Api.java:88)
Caused by: java.lang.IllegalStateException: no token
\tat com.example.auth.Jwt.decode(Jwt.java:42)
\tat com.example.auth.Filter.apply(Filter.java:17)
\t... 3 more
"""
CSHARP = """Unhandled exception. System.NullReferenceException: Object reference not set
   at App.Shop.Total(String name) in /src/Shop.cs:line 12
   at App.Program.Main() in /src/Program.cs:line 3
"""
CAUSED = """fail: Update[10000]
      Shop.SaveException: Not saved. See the inner exception.
       ---> Npgsql.PostgresException (0x80004005): no key
         at Npgsql.Connector.Read(Boolean async, Int32 n)
         at Shop.Accounts.Register(Request request) in C:\\work\\Accounts.cs:line 61
"""
LIBRARY = """Traceback (most recent call last):
  File "/opt/venv/lib/python3.13/site-packages/click/core.py", line 1157, in __call__
    return self.main()
  File "/srv/app/config.py", line 27, in load
    region = os.environ["REGION"]
  File "<frozen os>", line 679, in __getitem__
KeyError: 'REGION'
"""
GO = """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.pick(...)
\t/home/ines/main.go:12
main.main()
\t/home/ines/main.go:5 +0x1d
exit status 2
"""
RUST = """thread 'main' (4711) panicked at src/main.rs:4:5:
called `Option::unwrap()` on a `None` value
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUBY = """shop.rb:3:in `total': undefined method `+' for nil (NoMethodError)
\tfrom shop.rb:9:in `<main>'
Another one:
\tfrom till.rb:2:in `<main>'
"""


def shell(command: str) -> AgentStep:
    return AgentStep("Bash", json.dumps({"command": command}))


def failed(command: str, told: str, code: int | None = 1) -> tuple[ErrorSignature, ...]:
    return errors_in(shell(command), tool_result(told, "", code=code, failed=True))


@pytest.mark.parametrize(
    ("told", "again"),
    [
        ("/home/ines/a/x.py:12:5 is no file", "/srv/b/x.py:7:1 is no file"),
        ("C:\\Users\\Ines\\x.py is no file", "D:\\work\\x.py is no file"),
        ("at 2026-11-21T10:00:00Z, after 1.25s", "at 2027-01-02T23:59:59.5+01:00, after 90 ms"),
        ("object at 0x7f3a66 is gone", "object at 0x55dead is gone"),
        (
            "no run 6f9619ff-8b86-d011-b42d-00c04fc964ff",
            "no run 00000000-0000-4000-8000-00000000000a",
        ),
        ("commit a1b2c3d4e5 is unknown", "commit 99ffee1122aabb is unknown"),
        ("17 of 20 failed", "3 of 4 failed"),
        ("undefined method `email' for nil", "undefined method ‘email’ for nil"),
        ("no http://localhost:8080/a?b=1", "no http://localhost:9090/c"),
    ],
)
def test_what_varies_is_the_same(told: str, again: str) -> None:
    assert normalised(told) == normalised(again)


@pytest.mark.parametrize(
    ("told", "other"),
    [
        ("status code 404", "status code 500"),
        ("KeyError: 'total'", "KeyError: 'sum'"),
        ("undefined reference to `deflate'", "undefined reference to `inflate'"),
        ("No module named 'shop'", "No module named 'ship'"),
        ("/a/x.py is no file", "/a/y.py is no file"),
        ("expected str", "expected int"),
        ("dial tcp 127.0.0.1:5432: refused", "dial tcp 127.0.0.1:6379: refused"),
        ("address in use :::3000", "address in use :::8080"),
        ('server at "db", port 5432 failed', 'server at "db", port 3306 failed'),
    ],
)
def test_what_tells_two_errors_apart_stays(told: str, other: str) -> None:
    assert normalised(told) != normalised(other)


@pytest.mark.parametrize(
    ("told", "kind", "message", "frames"),
    [
        (PYTHON, "app.errors.ConfigError", "no port was given", ("app.py:main",)),
        (NODE, "TypeError", "Cannot read properties of undefined (reading 'bar')",
         ("x.js:total", "index.js:")),
        (JAVA, "java.lang.IllegalStateException", "no token",
         ("Jwt.java:decode", "Filter.java:apply")),
        (CSHARP, "System.NullReferenceException", "Object reference not set",
         ("Shop.cs:Total", "Program.cs:Main")),
        (CAUSED, "Npgsql.PostgresException", "no key", ("Accounts.cs:Register", ":Read")),
        (LIBRARY, "KeyError", "'REGION'",
         ("config.py:load", "<frozen os>:__getitem__", "core.py:__call__")),
        (GO, "panic", "runtime error: index out of range [<number>] with length <number>",
         ("main.go:pick", "main.go:main")),
        (RUST, "panic", "called 'Option::unwrap()' on a 'None' value", ("main.rs:",)),
        (RUBY, "NoMethodError", "undefined method '+' for nil", ("shop.rb:total",)),
    ],
)  # fmt: skip
def test_an_exception_is_told_by_its_type_its_message_and_its_innermost_frames_first(
    told: str, kind: str, message: str, frames: tuple[str, ...]
) -> None:
    (found,) = errors_of_text(told)
    assert (found.type, found.message, found.frames) == (kind, message, frames)
    assert found.kind is ErrorKind.TRACE


@pytest.mark.parametrize(
    ("told", "kind", "type_", "message", "frames"),
    [
        ("FAILED tests/test_a.py::test_b[1-2] - assert 3 == 4", "test", "test",
         "assert <number> == <number>", ("test_a.py:test_b[1-2]",)),
        ("ERROR tests/test_a.py::test_b - ValueError: no port", "test", "ValueError", "no port",
         ("test_a.py:test_b",)),
        ("--- FAIL: TestAdd (0.00s)", "test", "test", "", (":TestAdd",)),
        ("src/a.ts(10,5): error TS2304: Cannot find name 'x'.", "source", "TS2304",
         "Cannot find name 'x'.", ("a.ts:",)),
        ("main.c:3:5: error: unknown type name 'in'", "source", "refused source",
         "unknown type name 'in'", ("main.c:",)),
        ("./main.go:4:2: undefined: total", "source", "refused source", "undefined: total",
         ("main.go:",)),
        ("shop.py:1:8: F401 `os` imported but unused", "source", "F401",
         "'os' imported but unused", ("shop.py:",)),
        ("a.c:2:21: 错误：‘y’ 未声明", "source", "refused source", "'y' 未声明", ("a.c:",)),
    ],
)  # fmt: skip
def test_a_failed_test_and_a_refused_source_are_told_by_their_place(
    told: str, kind: str, type_: str, message: str, frames: tuple[str, ...]
) -> None:
    (found,) = failed("make", told)
    assert (found.kind, found.type, found.message, found.frames) == (kind, type_, message, frames)


@given(st.text(max_size=300))
def test_any_text_is_normalised_once_and_for_all(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)
    errors_of_text(text)
    failed(text, text)


def test_one_exception_in_another_folder_at_another_time_is_one_signature() -> None:
    (one,) = failed("mvn test", null_pointer(42))
    (other,) = failed("mvn -q verify", null_pointer(97, "/srv/ci/build-8842", "12.5 s"))
    assert one.key == other.key and one.kind is ErrorKind.TRACE
    assert one.frames == (
        "JwtService.java:decode",
        "LoginFilter.java:apply",
        "LoginTest.java:signsIn",
    )
    (called,) = failed("mvn test", null_pointer(42).replace("LoginFilter", "AdminFilter"))
    assert called.key == one.key, "by another caller"
    (elsewhere,) = failed("mvn test", null_pointer(42).replace("JwtService", "KeyService"))
    assert elsewhere.key != one.key and elsewhere.head == one.head


@pytest.mark.parametrize(
    ("command", "told", "kind", "message"),
    [
        ("ls /nope", "ls: no such file: '/nope'", "ls", "ls: no such file: 'nope'"),
        ("git push", "Everything up to here\nfatal: no upstream", "git", "no upstream"),
        ("npm ci", "npm ERR! code E404\nnpm ERR! 404 not here", "npm", "code E404"),
        ("bun run lint", 'error: script "lint" exited with code 1', "bun",
         'script "lint" exited with code 1'),
        ("gh pr view", "no pull requests for branch x", "gh", "no pull requests for branch x"),
        ("make all", "cat: a: no file\nmake: *** [Makefile:2: all] Error 1", "make",
         "cat: a: no file"),
        ("git commit -m x", "On branch main\n\nnothing to commit", "git", "nothing to commit"),
        ("git rebase", "Step (1/2)\rerror: no patch" + "\nhint" * 20, "git", "no patch"),
    ],
)  # fmt: skip
def test_a_command_without_a_trace_is_told_by_its_program_and_its_reason(
    command: str, told: str, kind: str, message: str
) -> None:
    (found,) = failed(command, f"Exit code 1\n{told}")
    assert (found.kind, found.type, found.message) == (ErrorKind.COMMAND, kind, message)


def test_no_secret_is_part_of_a_signature() -> None:
    secret = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
    (found,) = failed("curl x", f"curl: (22) the API key {secret} was refused")
    assert secret not in repr(found)


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("cd /x && FOO=1 pytest -q tests/a.py 2>&1 | tail -5", [("pytest", "tests/a.py")]),
        ("npm test > /tmp/out; echo done", [("npm", "test"), ("echo", "done")]),
        ("git add 'a; b' && git push", [("git", "add", "a; b"), ("git", "push")]),
        ("/usr/bin/python3 a.py", [("python3", "a.py")]),
        ("echo 'unclosed", [("echo", "'unclosed")]),
        ("", []),
    ],
)  # fmt: skip
def test_a_line_is_its_commands_without_what_does_not_matter(
    line: str, commands: list[tuple[str, ...]]
) -> None:
    assert simple_commands(line) == commands


def test_a_success_covers_what_it_ran_and_nothing_else() -> None:
    assert shell("cd /b && pytest tests/a.py -x").covers(shell("pytest -q tests/a.py 2>&1"))
    assert shell("pytest").covers(shell("pytest tests/a.py"))
    assert shell("pytest tests/").covers(shell("pytest tests/a.py::test_one"))
    assert shell("pytest tests/a.py").covers(shell("pytest tests/a.py::test_one -x"))
    assert not shell("pytest tests/a").covers(shell("pytest tests/a.py"))
    assert shell("make && pytest").covers(shell("pytest"))
    assert not shell("pytest tests/b.py").covers(shell("pytest tests/a.py"))
    assert not shell("cd /a").covers(shell("cd /b"))
    one, other = (f"python - <<'EOF'\nprint({n})\nEOF" for n in (1, 2))
    assert shell(one).covers(shell(one)) and not shell(other).covers(shell(one))
