"""Operations of the inbox that only a door has: what the command takes as one, each by itself."""

from desktop_app.dreams.inbox.item import InboxAnswer, InboxKind
from desktop_app.dreams.inbox.telling import item_json, never_json
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.own import row
from desktop_app.faces.operations import inbox
from desktop_app.faces.operations.table import Call
from desktop_app.words import tr

_SOURCE = shapes.record(path=shapes.TEXT, line=shapes.COUNT, quote=shapes.TEXT)
_ANSWER = shapes.record(answer=shapes.one_of(InboxAnswer), key=shapes.TEXT, words=shapes.TEXT)
QUESTIONS = shapes.several(
    shapes.record(
        id=shapes.TEXT, kind=shapes.one_of(InboxKind), why=shapes.TEXT, text=shapes.TEXT,
        other=shapes.TEXT, sources=shapes.several(_SOURCE), answers=shapes.several(_ANSWER),
    )
)  # fmt: skip
ANSWERED = shapes.record(
    id=shapes.TEXT, answer=shapes.one_of(InboxAnswer), changed=shapes.YES
)  # fmt: skip
NEVER_ASKED = shapes.several(
    shapes.record(id=shapes.TEXT, texts=shapes.several(shapes.TEXT), since=shapes.TEXT)
)
TAKEN_BACK = shapes.record(undone=shapes.TEXT)


def _asked(call: Call) -> object:
    return [item_json(one) for one in call.memory.inbox.today()]


def _never(call: Call) -> object:
    return [never_json(one) for one in call.memory.inbox.never()]


ASKED = row("inbox", tr("say what is asked about memory today"), _asked)
NEVER = row("never asked", tr("list what is never asked about"), _never)
ANSWER = row(
    "inbox answer", tr("answer a question about memory"), inbox.answer,
    inbox.WHICH, inbox.ANSWER, inbox.TEXT,
)  # fmt: skip
UNDO = row("inbox undo", tr("take an answer back"), inbox.undo, inbox.WHICH)
