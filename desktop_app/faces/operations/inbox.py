"""Operations of the inbox: what is asked today, and what a person answers."""

from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.answers.inbox import inbox_text
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.words import tr


def _inbox(call: Call) -> Any:
    from desktop_app.dreams.inbox.telling import item_json, never_json  # long to load

    inbox = call.memory.inbox
    if call["do"] == "never":
        return {"never": [never_json(one) for one in inbox.never()]}
    if call["do"] == "answer":
        return answer(call)
    if call["do"] == "undo":
        return undo(call)
    return {"asked": [item_json(one) for one in inbox.today()]}


def answer(call: Call) -> Any:
    """Answer a question: `id`, `answer` and, of an edit, `text`."""
    from desktop_app.dreams.inbox.telling import answer_of  # long to load

    said = answer_of(call["answer"] or "")
    if not call["id"] or said is None:
        raise WrongUse(
            tr("Say which question, and what you answer."),
            tr("For example: nightstand inbox answer 3f2a9c01 Y"),
        )
    done = call.memory.inbox.answer(call["id"], said, call["text"] or "")
    return {"id": done.item.id, "answer": str(done.answer), "changed": done.changed}


def undo(call: Call) -> Any:
    """Take an answer back, by the `id` of its question."""
    call.memory.inbox.undo(call["id"] or "")
    return {"undone": call["id"]}


WHICH = Parameter("id", tr("which question"))
ANSWER = Parameter("answer", tr("the answer, by its key or its name"))
TEXT = Parameter("--text", tr("the new line of an edit"))

ROWS = (
    Operation(
        "inbox",
        tr("decide what waits"),
        "nightstand inbox answer 3f2a9c01 Y",
        _inbox,
        inbox_text,
        (
            Parameter(
                "do",
                tr(
                    "list (the default); answer a question; undo an answer, also a never; "
                    "never: list what is never asked about"
                ),
                default="list",
                choices=("list", "answer", "undo", "never"),
            ),
            WHICH,
            ANSWER,
            TEXT,
        ),
    ),
)
