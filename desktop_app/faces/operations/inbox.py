"""Operations of the inbox: what is asked today, and what a person answers."""

from typing import Any, Literal

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Answer, Call, operation
from desktop_app.words import tr


def _inbox_text(answer: Answer) -> str:
    if "asked" in answer:
        return "\n\n".join(map(_question, answer["asked"])) or tr("Nothing to ask today.")
    if "never" in answer:
        rows = (f"{one['id']}  {' / '.join(map(_first, one['texts']))}" for one in answer["never"])
        return "\n".join(rows) or tr("There is nothing that is never asked about.")
    if "undone" in answer:
        return tr("It is open again, and what the answer changed is taken back.")
    told = tr("MEMORY.md has changed.") if answer["changed"] else tr("MEMORY.md stays as it is.")
    return f"{told} {tr('To take it back: nightstand inbox undo {id}').format(**answer)}"


def _question(one: Answer) -> str:
    first, *others = one["sources"]
    lines = [
        f"{one['id']}  {one['why']}",
        f"{first['path']}:{first['line']}  {_first(one['text'])}",
        *(f"{source['path']}:{source['line']}  {source['quote']}" for source in others),
        " · ".join(f"{said['key']} {said['words']}" for said in one["answers"]),
    ]
    return "\n          ".join(lines)


def _first(text: str) -> str:
    return text.split("\n", 1)[0]


@operation(
    "inbox",
    tr("decide what waits"),
    "nightstand inbox answer 3f2a9c01 Y",
    _inbox_text,
    do=tr(
        "list (the default); answer a question; undo an answer, also a never; "
        "never: list what is never asked about"
    ),
    id_=tr("which question"),
    answer=tr("the answer, by its key or its name"),
    text=tr("the new line of an edit"),
)
def _inbox(
    call: Call,
    do: Literal["list", "answer", "undo", "never"] = "list",
    id_: str | None = None,
    answer: str | None = None,
    *,
    text: str | None = None,
) -> Any:
    from desktop_app.dreams.inbox.book import answer_of, item_json, never_json  # long to load

    inbox = call.memory.inbox
    if do == "never":
        return {"never": [never_json(one) for one in inbox.never()]}
    if do == "undo":
        inbox.undo(id_ or "")
        return {"undone": id_}
    if do == "list":
        return {"asked": [item_json(one) for one in inbox.today()]}
    said = answer_of(answer or "")
    if not id_ or said is None:
        raise WrongUse(
            tr("Say which question, and what you answer."),
            tr("For example: nightstand inbox answer 3f2a9c01 Y"),
        )
    done = inbox.answer(id_, said, text or "")
    return {"id": done.item.id, "answer": str(done.answer), "changed": done.changed}
