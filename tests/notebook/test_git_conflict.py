"""What Git leaves in a file where it could not merge, and what only looks like it."""

import pytest

from desktop_app.notebook.merge import BOTH, OURS, THEIRS
from desktop_app.notebook.remarks import git_conflict

TORN = b"# Memory\n\n<<<<<<< HEAD\n- Mondays.\n=======\n- Tuesdays.\n>>>>>>> laptop\n- Mara.\n"
WITH_BASE = TORN.replace(b"=======", b"||||||| 3f2a1bc\n- Sundays.\n=======")


@pytest.mark.parametrize("torn", [TORN, WITH_BASE, TORN.replace(b"\n", b"\r\n")])
def test_each_answer_gives_the_file_that_it_means(torn: bytes) -> None:
    conflict = git_conflict(torn)
    assert conflict is not None
    assert (conflict.line, conflict.names) == (3, (("HEAD", "laptop"),))
    for answer, lines in (
        (OURS, "- Mondays.\n"),
        (THEIRS, "- Tuesdays.\n"),
        (BOTH, "- Tuesdays.\n- Mondays.\n"),
    ):
        settled = conflict.merge.settled([answer]).replace(b"\r\n", b"\n")
        assert settled == f"# Memory\n\n{lines}- Mara.\n".encode()
        assert git_conflict(settled) is None


def test_two_conflicts_are_two_places_and_one_side_may_be_empty() -> None:
    gone = b"<<<<<<< HEAD\n=======\n- Siv.\n>>>>>>> 3f2a1bc (evening notes)"
    conflict = git_conflict(TORN + gone)
    assert conflict is not None
    assert [place.line for place in conflict.merge.conflicts] == [3, 9]
    assert conflict.names[1] == ("HEAD", "3f2a1bc (evening notes)")
    assert conflict.merge.settled([OURS, OURS]) == b"# Memory\n\n- Mondays.\n- Mara.\n"


@pytest.mark.parametrize(
    "text",
    [
        "Memory\n=======\n\n- Mara.\n",
        "<<<<<<< HEAD\n- Mondays.\n",
        "<<<<<<< HEAD\n- a\n>>>>>>> laptop\n=======\n",
        "=======\n<<<<<<< HEAD\n>>>>>>> laptop\n",
        "> <<<<<<< HEAD\n> =======\n> >>>>>>> laptop\n",
        "<<<<<<<< HEAD\n========\n>>>>>>>> laptop\n",
        "So it looks:\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> laptop\n```\n",
        ">>>>>>> a mail\n=======\n<<<<<<< another\n",
    ],
)
def test_what_is_no_conflict_is_none(text: str) -> None:
    assert git_conflict(text.encode()) is None


def test_a_file_full_of_marks_is_read_at_once() -> None:
    for part in (b"<<<<<<< HEAD\n", b"<<<<<<< HEAD\n=======\n", b"=======\n>>>>>>> a\n"):
        assert git_conflict(part * 50_000) is None
