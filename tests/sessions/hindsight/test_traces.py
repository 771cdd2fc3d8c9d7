"""Traces: the exceptions of seven languages, told by their grammar."""

import pytest

from desktop_app.sessions.hindsight.traces import failed_tests, refused_sources, traces

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
SYNTAX = """  File "/home/ines/app.py", line 3
    if x = 1:
       ^^^^^
SyntaxError: invalid syntax. Maybe you meant '=='?
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
EXPECTED = """Error: expect(received).toBe(expected)

    Expected: 1
    Received: 0

    > 9 | expect(total()).toBe(1);
        at shop.spec.ts:9:5
"""
CPP = """terminate called after throwing an instance of 'std::out_of_range'
  what():  no item 5
"""
PHP = """PHP Fatal error:  Uncaught TypeError: total(): must be int in /srv/shop.php:3
Stack trace:
#0 /srv/shop.php(9): total(NULL)
#1 {main}
"""


@pytest.mark.parametrize(
    ("told", "kind", "message", "frames"),
    [
        (PYTHON, "app.errors.ConfigError", "no port was given", ("app.py:main",)),
        (SYNTAX, "SyntaxError", "invalid syntax. Maybe you meant '=='?", ("app.py:",)),
        (
            NODE,
            "TypeError",
            "Cannot read properties of undefined (reading 'bar')",
            ("x.js:total", "index.js:"),
        ),
        (
            JAVA,
            "java.lang.IllegalStateException",
            "no token",
            ("Jwt.java:decode", "Filter.java:apply"),
        ),
        (
            CSHARP,
            "System.NullReferenceException",
            "Object reference not set",
            ("Shop.cs:Total", "Program.cs:Main"),
        ),
        (CAUSED, "Npgsql.PostgresException", "no key", ("Accounts.cs:Register", ":Read")),
        (
            LIBRARY,
            "KeyError",
            "'REGION'",
            ("config.py:load", "<frozen os>:__getitem__", "core.py:__call__"),
        ),
        (
            GO,
            "panic",
            "runtime error: index out of range [5] with length 3",
            ("main.go:pick", "main.go:main"),
        ),
        (RUST, "panic", "called `Option::unwrap()` on a `None` value", ("main.rs:",)),
        (
            RUBY,
            "NoMethodError",
            "undefined method `+' for nil",
            ("shop.rb:total", "shop.rb:<main>"),
        ),
        (EXPECTED, "Error", "expect(received).toBe(expected)", ("shop.spec.ts:",)),
        (CPP, "std::out_of_range", "no item 5", ()),
        (PHP, "TypeError", "total(): must be int", ("shop.php:", "shop.php:total")),
    ],
)
def test_an_exception_is_told_by_its_type_its_message_and_its_innermost_frames_first(
    told: str, kind: str, message: str, frames: tuple[str, ...]
) -> None:
    (found,) = traces(told.split("\n"))
    assert (found.type, found.message, found.frames) == (kind, message, frames)


@pytest.mark.parametrize(
    "told",
    [
        "Meet me at noon.\nNote: bring the keys.",
        "Name: Ines\n    at home",
        "total: 3\nexit status 0",
        "panic: at the disco",
        "error: expect(1).toBe(2)\n\nExpected: 2\nReceived: 1\n    at f (shop.test.ts:3:4)",
    ],
)
def test_plain_words_are_no_exception(told: str) -> None:
    assert list(traces(told.split("\n"))) == []


PYTEST = """E       assert 3 == 4
FAILED tests/test_sums.py::test_adds[1-2] - assert 3 == 4
FAILED tests/test_sums.py::test_port - ValueError: no port...
E   ValueError: no port was given
ERROR tests/test_more.py - ModuleNotFoundError: No module named 'shop'
"""


def test_failed_tests_are_told_by_name_whoever_ran_them() -> None:
    found = [(one.type, one.message, one.frames) for one in failed_tests(PYTEST.split("\n"))]
    assert found == [
        ("test", "assert 3 == 4", ("test_sums.py:test_adds[1-2]",)),
        ("ValueError", "no port was given", ("test_sums.py:test_port",)),
        ("ModuleNotFoundError", "No module named 'shop'", ("test_more.py:",)),
    ]
    others = {
        "--- FAIL: TestAdd (0.00s)\n    sums_test.go:12: got 3, want 4": (":TestAdd",),
        "test sums::adds ... FAILED": (":sums::adds",),
        "not ok 3 - adds two": (":adds two",),
        " FAIL  src/sums.test.ts > adds two": (":src/sums.test.ts > adds two",),
        "  ● sums › adds two": (":sums › adds two",),
        "  ✘  3 [web] › sums.spec.ts:4:3 › adds two (2.1s)": (":[web] › sums.spec.ts › adds two",),
        "(fail) sums > adds two [0.15ms]": (":sums > adds two",),
    }
    for told, frames in others.items():
        assert [one.frames for one in failed_tests(told.split("\n"))] == [frames], told
    assert next(iter(failed_tests(next(iter(others)).split("\n")))).message == "got 3, want 4"
    counted = "1 test, 1 failure"
    for told, name in {
        "  1) Cart adds items\n     Failure/Error: x": "Cart adds items",
        "1) CartTest::testTotal\nFailed.": "CartTest::testTotal",
        "\t  3 - cart (Failed)": "cart",
    }.items():
        assert list(failed_tests(told.split("\n"))) == [], "a list is no report"
        (one,) = failed_tests(f"{told}\n{counted}".split("\n"))
        assert one.frames == (f":{name}",)
    tap = "not ok 3 - adds\n  ---\n  duration_ms: 5\n  error: |-\n    got 3\n"
    assert next(iter(failed_tests(tap.split("\n")))).message == "got 3"


@pytest.mark.parametrize(
    ("told", "code", "frames"),
    [
        ("src/a.ts(10,5): error TS2304: Cannot find name 'x'.", "TS2304", ("a.ts:",)),
        ("error[E0308]: mismatched types\n  --> src/main.rs:4:5", "E0308", ("main.rs:",)),
        (
            'shop.py:3: error: "X" has no attribute "y"  [attr-defined]',
            "attr-defined",
            ("shop.py:",),
        ),
        ("main.c:3:5: error: unknown type name 'in'", "refused source", ("main.c:",)),
        ("./main.go:4:2: undefined: total", "refused source", ("main.go:",)),
        ("a.md:7 error MD040/fenced No language [Context]", "MD040/fenced", ("a.md:",)),
        ("  12:5  error  'x' is never used  no-unused-vars", "no-unused-vars", ()),
        ("shop.py:1:8: F401 `os` imported but unused", "F401", ("shop.py:",)),
        ("F401 [*] `os` imported but unused\n --> shop.py:1:8", "F401", ("shop.py:",)),
        ("invalid-syntax: Expected `)`\n --> shop.py:1:8", "invalid-syntax", ("shop.py:",)),
        ("a.c:2:21: 错误：‘y’ 未声明", "refused source", ("a.c:",)),
        ("e: file:///a/Main.kt:3:5 Unresolved reference: f", "refused source", ("Main.kt:",)),
        ("[ERROR] /a/A.java:[12,9] cannot find symbol", "refused source", ("A.java:",)),
        ("main.c:(.text+0xa): undefined reference to `f'", "refused source", ("main.c:",)),
        ("/usr/bin/ld: a.c:9: undefined reference to `f'", "refused source", ("a.c:",)),
    ],
)
def test_a_compiler_is_told_by_its_code_and_the_file(
    told: str, code: str, frames: tuple[str, ...]
) -> None:
    (found,) = refused_sources(told.split("\n"))
    assert (found.type, found.frames) == (code, frames)


def test_a_symbol_that_is_missing_is_named() -> None:
    told = "A.java:1: error: cannot find symbol\n  foo();\n  ^\n  symbol:   method foo()\n"
    (found,) = refused_sources(told.split("\n"))
    assert found.message == "cannot find symbol method foo()"
