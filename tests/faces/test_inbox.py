"""The inbox on the command line."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from desktop_app import clock
from tests.support.asking import at
from tests.support.cli import Shell

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


@pytest.fixture
def inbox(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the day, so many days after the first."""

    def today(days: int) -> None:
        now = at(BEGIN + timedelta(days=days))
        monkeypatch.setattr(clock.SystemClock, "now", lambda _self: now)

    today(0)
    shell.do("remember", "Tea with Mara.")
    shell.do("update", MEMORY.partition("## Home\n\n")[2], "--heading", "Home")
    return today


def test_a_question_is_listed_answered_with_a_key_and_taken_back(
    shell: Shell, inbox: Callable[[int], None]
) -> None:
    assert shell.says("inbox") == "Nothing to ask today.\n"
    inbox(16)
    (asked,) = shell.do("inbox")["asked"]
    assert [one["key"] for one in asked["answers"]] == ["Y", "C", "E", "L"]
    told = shell.says("inbox")
    assert asked["id"] in told and LEASE in told and "C No longer true" in told
    before = shell.text()
    said = shell.says("inbox", "answer", asked["id"], "C")
    assert f"nightstand inbox undo {asked['id']}" in said
    assert LEASE not in shell.text() and "Ana signs" in shell.text()
    assert shell.says("inbox") == "Nothing to ask today.\n"
    shell.do("inbox", "undo", asked["id"])
    assert shell.text() == before
    inbox(18)
    (asked,) = shell.do("inbox")["asked"]
    shell.do("inbox", "answer", asked["id"], "perhaps", code=2)
    shell.do("inbox", "answer", asked["id"], "1", code=2)
    shell.do("inbox", "answer", "ffffffff", "C", code=3)
