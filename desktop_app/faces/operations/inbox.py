"""Operations of the inbox: what is asked today, and what a person answers."""

from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Call, Parameter, operation
from desktop_app.words import tr


def inbox_text(answer: dict[str, Any]) -> str:
    """What an operation of the inbox answered, for a person."""
    if "asked" in answer:
        return "\n\n".join(map(_question, answer["asked"])) or tr("Nothing to ask today.")
    if "never" in answer:
        rows = (f"{one['id']}  {' / '.join(map(_first, one['texts']))}" for one in answer["never"])
        return "\n".join(rows) or tr("There is nothing that is never asked about.")
    if "undone" in answer:
        return tr("It is open again, and what the answer changed is taken back.")
    told = tr("MEMORY.md has changed.") if answer["changed"] else tr("MEMORY.md stays as it is.")
    undo = tr("To take it back: nightstand inbox undo {id}").format(id=answer["id"])
    return f"{told} {undo}"


def _question(one: dict[str, Any]) -> str:
    lines = [f"{one['id']}  {one['why']}"]
    first, *others = one["sources"]
    lines.append(f"          {first['path']}:{first['line']}  {_first(one['text'])}")
    for source in others:
        lines.append(f"          {source['path']}:{source['line']}  {source['quote']}")
    answers = " · ".join(f"{said['key']} {said['words']}" for said in one["answers"])
    lines.append(f"          {answers}")
    return "\n".join(lines)


def _first(text: str) -> str:
    return text.split("\n", 1)[0]


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


@operation(
    "inbox",
    tr("decide what waits"),
    "nightstand inbox answer 3f2a9c01 Y",
    inbox_text,
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
)
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
