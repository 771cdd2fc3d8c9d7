"""The inbox on the command line."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from desktop_app import clock
from tests.faces.test_cli import answered, run
from tests.support.asking import at

BEGIN = date(2026, 1, 5)
LEASE = "The lease of the garage ends on 20 January 2026"
MEMORY = f"""# Memory

## Home

- {LEASE}
- The door of the attic is painted on 22 January 2026
- The licence of the boat runs until 30 March 2026
- The rent of the flat is 900 euros
- The fee of the club is 30 euros
- Ana signs for parcels
"""


class Shell:
    """Commands on one notebook, on a day that is set by hand."""

    def __init__(self, folder: Path, capture: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._capture = folder, capture
        self.now = at(BEGIN)
        monkeypatch.setattr(clock.SystemClock, "now", lambda _self: self.now)
        assert run(["init", str(folder)]) == 0
        capture.readouterr()

    def do(self, *words: str, code: int = 0) -> Any:
        told, answer = answered(self._capture, "--notebook", str(self.folder), *words)
        assert told == code, answer
        return answer

    def says(self, *words: str) -> str:
        assert run(["--notebook", str(self.folder), *words]) == 0
        return str(self._capture.readouterr().out.decode())

    def asked(self) -> list[str]:
        return [one["text"] for one in self.do("inbox")["asked"]]

    @property
    def text(self) -> str:
        return (self.folder / "MEMORY.md").read_text()


@pytest.fixture
def shell(tmp_path: Path, capfdbinary: Any, monkeypatch: pytest.MonkeyPatch) -> Shell:
    found = Shell(tmp_path / "notes", capfdbinary, monkeypatch)
    found.do("remember", "Tea with Mara.")
    found.do("update", MEMORY.partition("## Home\n\n")[2], "--heading", "Home")
    return found


def test_a_question_is_listed_answered_with_a_key_and_taken_back(shell: Shell) -> None:
    assert shell.says("inbox") == "Nothing to ask today.\n"
    shell.now = at(BEGIN + timedelta(days=16))
    (asked,) = shell.do("inbox")["asked"]
    assert [one["key"] for one in asked["answers"]] == ["Y", "C", "E", "L", "N"]
    told = shell.says("inbox")
    assert asked["id"] in told and LEASE in told and "C No longer true" in told
    before = shell.text
    said = shell.says("inbox", "answer", asked["id"], "C")
    assert f"nightstand inbox undo {asked['id']}" in said
    assert LEASE not in shell.text and "Ana signs" in shell.text
    assert shell.says("inbox") == "Nothing to ask today.\n"
    shell.do("inbox", "undo", asked["id"])
    assert shell.text == before
    shell.now = at(BEGIN + timedelta(days=18))
    (asked,) = shell.do("inbox")["asked"]
    shell.do("inbox", "answer", asked["id"], "perhaps", code=2)
    shell.do("inbox", "answer", asked["id"], "1", code=2)
    shell.do("inbox", "answer", "ffffffff", "C", code=3)
