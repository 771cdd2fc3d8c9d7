"""What a diary says without a model: what was taken, quoted, and nothing besides."""

import dataclasses

from desktop_app.dreams.plain_prose import title, told
from desktop_app.dreams.proposal import Change
from tests.support.dreaming import COFFEE, REPORT

CODE = dataclasses.replace(COFFEE, new="The alarm code is 8842.")


def of(kind: str, *old: str, new: str | None = None) -> Change:
    return dataclasses.replace(REPORT, kind=kind, old=old, new=new)


def test_it_says_what_memory_said_and_says_now() -> None:
    changes = [
        of("merged", "Tea at 9:00.", "Tea daily.", new="Tea daily at 9:00."),
        of("retired", "The boiler is old."),
        of("generalised", new="Ana gets every report."),
        of("added", new="The shed is dry."),
    ]
    assert told(changes) == (
        "Memory said “Tea at 9:00”; now it says “Tea daily at 9:00”. "
        "Memory no longer says “The boiler is old”. "
        "Memory now says “Ana gets every report”; “The shed is dry”."
    )


def test_the_title_is_what_is_ticked_before_what_only_waits() -> None:
    asked = dataclasses.replace(REPORT, kind="question", accepted=False)
    held = dataclasses.replace(REPORT, accepted=False)
    assert title([asked, held, COFFEE]) == "“Decided: stop drinking coffee after 14:00” and 2 more"
    assert title([asked, held]) == "“The report is due on 4 December” and 1 more"


def test_a_secret_is_told_in_no_diary() -> None:
    assert "8842" not in told([CODE]) + title([CODE])
