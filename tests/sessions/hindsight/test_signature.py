"""Signatures: the same error is the same, whenever and wherever it happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.sessions.agents.turns import tool_result
from desktop_app.sessions.hindsight.commands import AgentStep, normalised, simple_commands
from desktop_app.sessions.hindsight.signature import (
    MOST,
    ErrorKind,
    ErrorSignature,
    errors_in,
    errors_of_text,
)
from tests.support.erring import null_pointer

_BASH = "bash: line <number>: shop: not found"


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
        ("10.0.0.7:5432 and port 45123", "10.0.0.9:5432 and port 51877"),
        ("cannot reach host db-1.example.org", "cannot reach host cache.example"),
        ("KeyError: 'C-00417'", "KeyError: 'X-7'"),
        ("no shop@1.2.3 for ana@example.org", "no shop@2.0.0-rc1 for ben.q@example.net"),
        ("undefined method `email' for nil", "undefined method ‘email’ for nil"),
        ('"web" is not "a" of "b" in "shop"', '"api" is not "c" of "d" in "core"'),
        ("no http://localhost:8080/a?b=1", "no http://localhost:9090/c"),
        ("\x1b[31mred\x1b[0m  words", "red words"),
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
        ("shop up", "/bin/bash: line 1: shop: not found", "shop", _BASH),
        ("git push", "Everything up to here\nfatal: no upstream", "git", "no upstream"),
        ("npm ci", "npm ERR! code E404\nnpm ERR! 404 not here", "npm",
         "code E404 <number> not here"),
        ("bun run lint", '× Wrong form\n  1 │ x\nerror: script "lint" exited with code 1', "bun",
         "× Wrong form"),
        ("bun run lint", 'error: script "lint" exited with code 1', "bun",
         'script "lint" exited with code 1'),
        ("gh api x", '{"data": [{"id": "a"}]}gh: Not Found', "gh", "gh: Not Found"),
        ("gh pr view", "no pull requests for branch x", "gh", "no pull requests for branch x"),
        ("make", "cat: a: no file\nmake: *** [Makefile:2: all] Error 1", "cat", "cat: a: no file"),
        ("make", "cat: a: 没有那个文件\nmake: *** [Makefile:2：all] 错误 1", "cat",
         "cat: a: 没有那个文件"),
        ("apt-get install x", "Reading lists... Done\nE: Unable to locate x", "apt-get",
         "E: Unable to locate x"),
        ("git commit -m x", "On branch main\n\nnothing to commit", "git", "nothing to commit"),
        ("cmake .", "CMake Error at a.txt (find):\n  No x was found", "cmake",
         "CMake Error at a.txt (find): No x was found"),
        ("git rebase", "Step (1/2)\rerror: no patch" + "\nhint" * 20, "git", "no patch"),
    ],
)  # fmt: skip
def test_a_command_without_a_trace_is_told_by_its_program_and_its_reason(
    command: str, told: str, kind: str, message: str
) -> None:
    (found,) = failed(command, f"Exit code 1\n{told}")
    assert (found.kind, found.type, found.message) == (ErrorKind.COMMAND, kind, message)


@pytest.mark.parametrize(
    "mark", ["[lint:go] ", "#9 2.390 ", "web-1  | ", "│ ", "2026-10-03T12:19:46Z ", "[3/8] "]
)
def test_what_is_put_before_each_line_is_no_part_of_an_error(mark: str) -> None:
    plain = "src/a.go:12:3: undefined: total"
    (found,) = failed("mise run lint", f"{mark}$ run\n{mark}{plain}\n{mark}ERROR")
    assert found.key == failed("go build", plain)[0].key and found.kind is ErrorKind.SOURCE


@pytest.mark.parametrize(
    ("told", "again"),
    [
        ("psql:a.sql:9: ERROR:  no table x", "2026-05-04 13:20:07 UTC [991] ERROR:  no table x"),
        ("npm error code EX\nnpm error all wrong", "npm ERR! code EX\nnpm ERR! all wrong"),
        ("+ sh get.sh\ncurl: (6) No host\nERROR: Job failed: exit status 1",
         "$ ./get.sh\ncurl: (6) No host\nget.sh: line 2: cd: x: No such file"),
        ("docker: Error response from daemon: no a", "Error response from daemon: no a"),
        ("Dec 01 14:01:09 one shopd[9]: fatal: no x", "Nov 28 04:51:19 two shopd[77]: fatal: no x"),
    ],
)  # fmt: skip
def test_one_reason_is_one_error_however_a_log_tells_it(told: str, again: str) -> None:
    (one,), (other,) = errors_of_text(told), errors_of_text(again)
    assert one.key == other.key


def test_a_compiler_quotes_names_however_many() -> None:
    told = 'a.py:1: error: Argument "x" to "add" of "Cart" has incompatible type "str"  [arg-type]'
    assert failed("mypy", told)[0].key != failed("mypy", told.replace("add", "drop"))[0].key


def test_an_error_is_near_one_that_says_a_word_more_at_its_place_and_no_other() -> None:
    def raised(message: str, place: str = "mail.rb:send") -> ErrorSignature:
        return ErrorSignature(ErrorKind.TRACE, "NoMethodError", normalised(message), (place,))

    one = raised("undefined method 'email' for nil")
    assert one.is_near(raised("undefined method `email' for nil:NilClass"))
    assert not one.is_near(raised("undefined method 'name' for nil"))
    assert not one.is_near(raised("undefined method 'email' for nil:NilClass", "mail.rb:get"))
    assert not raised("no 'a'").is_near(raised("no 'a' b"))


@pytest.mark.parametrize(
    "told",
    [
        "--- FAIL: TestAdds (0.00s)\npanic: no map [recovered, repanicked]\n\ngoroutine 8:\n"
        "testing.run.func1()\n\t/go/testing.go:19 +0x349\npanic({0x1})\n\t/go/panic.go:8 +0x1\n"
        "x.TestAdds(0x2)\n\t/a/sums_test.go:5 +0x28",
        "test sums::adds ... FAILED\n\nthread 'sums::adds' (7) panicked at src/lib.rs:1:9:\nno map",
    ],
)  # fmt: skip
def test_a_test_that_panics_is_one_error_and_names_the_test(told: str) -> None:
    (found,) = failed("run tests", told)
    assert found.message == "no map" and "adds" in found.frames[0].casefold()


def test_a_failure_that_says_nothing_is_none() -> None:
    assert failed("grep x notes.md", "Exit code 1") == ()
    assert failed("diff a b", "\n".join(f"> line {n}" for n in range(40))) == ()


def test_words_of_a_step_that_went_well_count_only_where_its_code_is_anothers() -> None:
    trace = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'x'"
    well = tool_result(trace, "", code=0)
    assert errors_in(shell("python a.py"), well) == ()
    assert errors_in(AgentStep("Read", json.dumps({"file_path": "log.txt"})), well) == ()
    assert errors_in(shell("cat log.txt"), well) == ()
    for hides in ("python a.py | tail -5", "python a.py; echo done", "python a.py || true"):
        assert [one.type for one in errors_in(shell(hides), well)] == ["KeyError"], hides


def test_a_tool_that_is_no_shell_and_a_refusal_are_told_as_such() -> None:
    edit = AgentStep("Edit", json.dumps({"file_path": "/a/b.py", "old_string": "x"}))
    told = "<tool_use_error>File has not been read yet.</tool_use_error>"
    (found,) = errors_in(edit, tool_result(told, "", failed=True))
    assert (found.kind, found.type, found.message) == (
        ErrorKind.TOOL,
        "Edit",
        "File has not been read yet.",
    )
    (titled,) = errors_in(
        AgentStep("click", "{}"), tool_result("### Error\nNo such button", "", failed=True)
    )
    assert titled.message == "Error No such button"
    (refused,) = errors_in(shell("rm -rf build"), tool_result("No.", "", refused=True))
    assert (refused.kind, refused.type, refused.message) == (ErrorKind.REFUSED, "Bash", "rm")
    assert refused.headline == "rm -rf build: No.", "every refusal has the same words"


def test_no_secret_is_part_of_a_signature() -> None:
    secret = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
    (found,) = failed("curl x", f"curl: (22) the API key {secret} was refused")
    assert secret not in repr(found)


def test_only_the_first_errors_of_a_result_are_told_apart() -> None:
    told = "\n".join(
        f"FAILED tests/test_a.py::test_{name} - assert {name}" for name in "abcdefghij"
    )
    assert len(failed("pytest", told)) == MOST


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
    assert shell("sudo make install").covers(shell("make install"))
    assert not shell("time pytest").covers(shell("pytest tests/a.py"))
    assert not shell("pytest tests/b.py").covers(shell("pytest tests/a.py"))
    assert not shell("cd /a").covers(shell("cd /b"))
    one, other = (f"python - <<'EOF'\nprint({n})\nEOF" for n in (1, 2))
    assert shell(one).covers(shell(one)) and not shell(other).covers(shell(one))
