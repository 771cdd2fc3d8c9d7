"""The keys of a review: what each of them does, and when it may."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.review.change_words import State
from desktop_app.ui.review.press import Deed
from desktop_app.ui.review.rows import placed_with
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.review.review import Review


def add_keys(review: "Review", actions: Actions) -> None:
    """Adds what can be done with the row that is current."""
    do, above = review.do, review.list.above
    rows: tuple[tuple[str, str, str, str, Callable[[], object]], ...] = (
        ("next", tr("Next to decide"), "J", "", partial(review.list.step, 1)),
        ("previous", tr("The one before"), "K", "", partial(review.list.step, -1)),
        ("decide", tr("Next that is undecided"), "N", "question", review.go_on),
        ("accept", tr("Accept"), "A", "check", partial(review.answer, State.ACCEPTED)),
        ("reject", tr("Reject"), "R", "cross", partial(review.answer, State.REJECTED)),
        ("both", tr("Keep both lines"), "B", "checks", partial(review.answer, State.BOTH)),
        ("later", tr("Ask later"), "L", "clock", lambda: do(Deed(State.LATER))),
        ("never", tr("Never ask about this"), "Shift+L", "cross", lambda: do(Deed(State.NEVER))),
        ("edit", tr("Edit the line"), "E", "edit", lambda: do(Deed("edit"))),
        ("tick", tr("Take the line, or leave it"), "Space", "", lambda: do(Deed("tick"))),
        ("heading", tr("Choose another section"), "T", "heading", review.choose_heading),
        ("source", tr("Open the source"), "Return", "", review.enter),
        ("accept.section", tr("Accept the section"), "Shift+A", "checks",
         lambda: review.say_all(above(), yes=True)),
        ("reject.section", tr("Reject the section"), "Shift+R", "cross",
         lambda: review.say_all(above(), yes=False)),
        ("leave", tr("Back to the text, nothing written"), "Esc", "", review.go_back),
        ("accept.all", tr("Accept all changes"), "Ctrl+Shift+A", "checks",
         lambda: review.say_all(review.whole, yes=True)),
    )  # fmt: skip
    for name, words, key, icon, slot in rows:
        actions.add(
            f"review.{name}", words, slot, key, icon, "dreams", scope=review.list,
            listed=bool(icon),
        )  # fmt: skip
    actions.add("review.apply", tr("Apply the accepted changes"), review.footer.apply.click,
        "Ctrl+Return", "check", "dreams", scope=review)  # fmt: skip


def offer(review: "Review", actions: Actions) -> None:
    """Allows what the row that is current offers."""
    row, whole, above = review.list.row, review.whole, review.list.above()
    offered = row.answers if row else {}
    can: dict[str, bool] = {
        "accept": State.ACCEPTED in offered or bool(row and row.yes),
        "reject": State.REJECTED in offered or bool(row and row.no),
        **{name: name in offered for name in (State.BOTH, State.LATER, State.NEVER)},
        "edit": bool(row and row.wording is not None),
        "heading": bool(placed_with(row, review.proposal)),
        "decide": review.footer.next.isEnabled(),
        "accept.section": bool(above and (above.yes or State.ACCEPTED in above.answers)),
        "reject.section": bool(above and (above.no or State.REJECTED in above.answers)),
        "leave": bool(review.came_from),
        "accept.all": bool(whole and whole.yes),
    }
    for name, allowed in can.items():
        actions.allow(f"review.{name}", allowed)
