"""What MEMORY.md becomes with the changes of a dream, kind by kind."""

import pytest

from desktop_app.dreams.proposal import Change
from desktop_app.dreams.result import written
from tests.support.dreaming import REPORT

STATEMENTS = """# Memory

## Work

- The report is due on 27 November.
- The report is for Ana.
- Mail goes to Jonas; the van is Ben's.

The crane is yellow. It was painted in May.

## Misc

- The boiler is serviced in March.
- Ines keeps the key.
"""


def change(kind: str, *old: str, new: str | None = None, heading: str = "Work") -> Change:
    return Change(
        1, kind, heading, 5, old, new, REPORT.sources, "supported", True, "a reason"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "gone", "come"),
    [
        (
            [change("merged", "The report is due on 27 November.", "The report is for Ana.",
                    new="Ana's report is due on 27 November.")],
            ["- The report is due on 27 November.\n- The report is for Ana.\n"],
            ["## Work\n\n- Ana's report is due on 27 November.\n- Mail"],
        ),
        (
            [change("split", "Mail goes to Jonas; the van is Ben's.",
                    new="Mail goes to Jonas.\nThe van is Ben's.")],
            ["; the van"],
            ["- Mail goes to Jonas.\n- The van is Ben's.\n\nThe crane"],
        ),
        ([change("retired", "The report is for Ana.")], ["for Ana"], ["November.\n- Mail"]),
        (
            [change("shortened", "It was painted in May.", new="Painted in May.")],
            ["It was painted"],
            ["The crane is yellow. Painted in May.\n"],
        ),
        (
            [change("moved", "The report is for Ana.", heading="misc")],
            ["November.\n- The report is for Ana."],
            ["- Ines keeps the key.\n- The report is for Ana.\n"],
        ),
        (
            [change("moved", "The boiler is serviced in March.", heading="Home"),
             change("moved", "Ines keeps the key.", heading="Home")],
            ["## Misc"],
            ["## Home\n\n- The boiler is serviced in March.\n- Ines keeps the key.\n"],
        ),
        (
            [change("updated", "The report is for Ana.", new="The report is for Mara.",
                    heading="Misc")],
            ["for Ana"],
            ["- Ines keeps the key.\n- The report is for Mara.\n"],
        ),
        (
            [change("retitled", "Misc", new="House"),
             change("added", new="The shed is dry.", heading="House")],
            ["## Misc"],
            ["## House\n\n- The boiler", "- Ines keeps the key.\n- The shed is dry.\n"],
        ),
        (
            [change("generalised", new="Ana gets every report.", heading="Rules")],
            [],
            ["## Rules\n\n- Ana gets every report.\n"],
        ),
    ],
)  # fmt: skip
def test_each_kind_does_what_it_says(
    changes: list[Change], gone: list[str], come: list[str]
) -> None:
    data, done, unwritten = written(STATEMENTS.encode(), changes)
    text = data.decode()
    assert (done, unwritten) == (tuple(changes), ())
    assert not any(one in text for one in gone) and all(one in text for one in come), text


def test_a_change_of_what_is_not_there_or_pinned_is_left_out_and_named() -> None:
    pinned = STATEMENTS.replace("for Ana.", "for Ana. <!-- pinned -->")
    changes = [
        change("retired", "Nobody wrote this."), change("retitled", "Nowhere", new="Somewhere"),
        change("moved", "The report is for Ana.", heading="Misc"),
    ]  # fmt: skip
    assert written(pinned.encode(), changes) == (pinned.encode(), (), tuple(changes))
