"""Answers of the inbox in words: questions, what was answered, what is never asked about."""

from typing import Any

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
