"""Notes that come after a dream: what is new in a day is read by the next one, however old."""

from datetime import date, timedelta

from tests.support.cli import Shell

TODAY = date.today()
LESSONS = ["Oil the cleats in March.", "Dry the sails in the loft.", "Sand puts out a galley fire."]


def write(shell: Shell, back: int, *lines: str) -> None:
    """An agent writes lines at the end of a day so many days ago."""
    day = TODAY - timedelta(days=back)
    with (shell.folder / f"memory/{day}.md").open("a") as file:
        file.writelines(f"{line}\n" for line in lines)


def dreamt(shell: Shell, *words: str) -> list[str]:
    """The new lines that a dream proposes."""
    return [change["new"] for change in shell.do("dream", *words).get("changes", [])]


def test_a_line_below_others_that_memory_has_taken_is_offered_by_the_next_dream(
    shell: Shell,
) -> None:
    write(shell, 0, "## Lessons", *(f"- {line}" for line in LESSONS))
    assert dreamt(shell) == LESSONS
    shell.do("apply", "--kind", "added")
    write(shell, 0, "- Never winch against the cleat.")
    assert dreamt(shell) == ["Never winch against the cleat."]


def test_a_line_added_to_a_day_before_the_last_dream_is_read_by_the_next(shell: Shell) -> None:
    write(shell, 9, "- Remember that the dinghy lies at berth 4.")
    write(shell, 0, "- Coffee with Mara.")
    shell.do("dream")
    shell.do("apply", "--only", "1")
    assert shell.do("dream")["outcome"] == "nothing"
    write(shell, 9, "- Remember that the key hangs behind the stove.")
    assert dreamt(shell) == ["The key hangs behind the stove."]
    shell.do("apply", "--only", "1")
    told = shell.says("dream")
    assert "The days have not changed" in told, "once it is answered, nothing is read again"


def test_what_is_new_in_a_day_out_of_reach_is_told_of(shell: Shell) -> None:
    write(shell, 60, "- Remember that the dinghy lies at berth 4.")
    write(shell, 0, "- Coffee with Mara.")
    shell.do("dream", "--days", "90")
    shell.do("apply", "--only", "1")
    write(shell, 60, "- Remember that the key hangs behind the stove.")
    write(shell, 0, "- Tea with Ana.")
    assert "1 older day with notes was not read." in shell.do("dream")["reason"]
    day = str(TODAY - timedelta(days=60))
    assert dreamt(shell, "--until", day) == ["The key hangs behind the stove."]
