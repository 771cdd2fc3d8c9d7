"""An agent that meets an error and ends it: records of Claude Code, with words of our own."""

from pathlib import Path

from desktop_app.memory import Memory
from tests.support.agents import ClaudeCode, Record, append

ADVICE = "Add null check after JWT decode, return 401 if null"
TESTS = "mvn -q test -Dtest=LoginTest"
GUARD = "if (claims == null) { return unauthorized(401); }"


def null_pointer(line: int, folder: str = "/home/ines/shop", took: str = "1.25 s") -> str:
    """A trace of Java: where it stands, how long it took and in which folder varies."""
    return f"""[ERROR] Tests run: 1, Errors: 1, Time elapsed: {took}
java.lang.NullPointerException: Cannot invoke "Claims.getSubject()" because "claims" is null
\tat com.example.auth.JwtService.decode(JwtService.java:{line})
\tat com.example.auth.LoginFilter.apply(LoginFilter.java:{line + 40})
\tat com.example.auth.LoginTest.signsIn({folder}/LoginTest.java:{line + 3})
\t... 24 more
"""


def meets(talk: ClaudeCode, told: str, command: str = TESTS) -> tuple[Record, ...]:
    """The agent runs a command, which fails and tells why."""
    call = f"{talk.session}-{talk.count}"
    return (
        talk.call("Bash", call, command=command),
        talk.result(f"Exit code 1\n{told}", call, failed=True),
    )


def ends(
    talk: ClaudeCode, words: str = ADVICE, brings: str = GUARD, command: str = TESTS
) -> tuple[Record, ...]:
    """It says what it will do, writes it, and the same command goes well."""
    edit, run = f"{talk.session}-{talk.count}-edit", f"{talk.session}-{talk.count}-run"
    path = "/home/ines/shop/src/JwtService.java"
    old = "Claims claims = parser.decode(token);"
    return (
        talk.answer(words),
        talk.call("Edit", edit, file_path=path, old_string=old, new_string=f"{old}\n{brings}"),
        talk.result("The file was updated.", edit),
        talk.call("Bash", run, command=f"cd /home/ines/shop && {command} 2>&1"),
        talk.result("Tests run: 1, Failures: 0", run),
    )


def met(home: Path, folder: Path, *sessions: str, ended: bool = True) -> None:
    """Conversations in which the null pointer was met, and ended."""
    for n, session in enumerate(sessions):
        talk = ClaudeCode(home, folder, session)
        talk.count = 60 * n  # a minute later
        append(talk.path, *meets(talk, null_pointer(42 + n, f"/tmp/build-{n}")))
        append(talk.path, *(ends(talk) if ended else ()))


def met_by_agents(tmp_path: Path, memory: Memory) -> None:
    """One error three times, and another one that nobody ended."""
    home = tmp_path / "home"
    met(home, memory.root, "one", "two", "three")
    talk = ClaudeCode(home, memory.root, "zero")
    append(talk.path, *meets(talk, "fatal: no upstream branch", "git push"))
    for path in sorted(home.rglob("*.jsonl")):
        memory.hindsight.read(str(path))
