"""Answers about conversations: where they were written, and which facts they hold."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.flush import FlushDraft, Flushed, reinjected
from desktop_app.dreams.proposal import Why
from desktop_app.words import counted, tr
from desktop_app.words import listed as in_list

if TYPE_CHECKING:  # long to load, and seldom wanted
    from desktop_app.dreams.talk.extract import UnsafeLine
    from desktop_app.dreams.talk.facts import Fact

_UNSAFE = (
    ("secrets", tr("it looks like a secret"), tr("they look like secrets")),
    ("orders", tr("it gives an order to an agent"), tr("they give orders to an agent")),
)


def flushed_json(flushed: Flushed, turns: int) -> dict[str, Any]:
    """Where a conversation was written; `path` is None, with a reason, if nothing was worth it.

    `turns` is how many turns were flushed. `injected` is a message that an agent may put in their
    place, before the turns that it keeps.
    """
    left_out = _left_out(flushed.left_out)
    if not flushed.text:
        return {"path": None, "reason": flushed.reason, **left_out}
    why = {"reason": flushed.reason} if flushed.reason else {}
    return {
        "path": flushed.path,
        "line": flushed.line,
        "text": flushed.text,
        "engine": flushed.engine,
        "injected": reinjected(flushed.text, turns, ())[0].content,
        **why,
        **left_out,
    }


def draft_json(draft: FlushDraft) -> dict[str, Any]:
    """What a flush would write; `text` is empty, with a reason, if there is nothing."""
    why = {"reason": draft.reason} if draft.reason else {}
    return {"text": draft.text, "engine": draft.engine, **why, **_left_out(draft.left_out)}


def _left_out(lines: "Sequence[UnsafeLine]") -> dict[str, Any]:
    """How many sentences of each kind were left out. The answer never has their words."""
    count = Counter(line.why for line in lines)
    counts = {"secrets": count[Why.SECRET], "orders": count[Why.ORDER]}
    return {name: number for name, number in counts.items() if number}


def fact_json(fact: "Fact") -> dict[str, Any]:
    """A fact, and the line of MEMORY.md that says it or that it would change."""
    bullet = fact.bullet
    return {
        "text": fact.text,
        "category": fact.category,
        "state": fact.state,
        "memory": {"line": bullet.line, "text": bullet.text} if bullet else None,
    }


def unreadable_text(numbers: Sequence[int], *, listed: bool) -> str:
    """Which lines of a conversation (or messages of a list) were left out; "" for none."""
    if not numbers:
        return ""
    *before, last = map(str, numbers[:3])
    if len(numbers) > 3:
        before, last = [*before, last], tr("{count} more").format(count=len(numbers) - 3)
    names = tr("{before} and {last}").format(before=in_list(before), last=last)
    one, many = (
        (
            tr("Message {names} is not readable; it is left out."),
            tr("Messages {names} are not readable; they are left out."),
        )
        if listed
        else (
            tr("Line {names} is not readable; it is left out."),
            tr("Lines {names} are not readable; they are left out."),
        )
    )
    return many.format(names=names) if before else one.format(names=last)


def flushed_text(answer: dict[str, Any]) -> str:
    """Where a conversation was written, or what would be written, and what was left out."""
    lines = [answer["unreadable"]] if "unreadable" in answer else []
    for kind, one, more in _UNSAFE:
        if count := answer.get(kind, 0):
            why = one if count == 1 else more
            sentences = counted("One sentence is", "{count} sentences are", count)
            lines.append(tr("{who} left out: {why}.").format(who=sentences, why=why))
    if not answer.get("text") or not answer.get("path", "draft"):
        return "\n".join([*lines, answer["reason"]])
    if "path" in answer:
        lines.insert(
            0,
            tr("Flushed into {path}, line {line}.").format(
                path=answer["path"], line=answer["line"]
            ),
        )
    if "reason" in answer:
        lines.append(tr("{reason} It was written without a model.").format(reason=answer["reason"]))
    return "\n".join([*lines, answer["text"]])


def facts_text(answers: list[dict[str, Any]]) -> str:
    """Facts, one a line; under those that are not new the line of memory."""
    if not answers:
        return tr("Nothing in it is worth remembering.")
    lines = []
    for answer in answers:
        lines.append(f"{answer['state']:8} {answer['category']:11} {answer['text']}")
        if memory := answer["memory"]:
            lines.append(f"  MEMORY.md:{memory['line']}: {' '.join(memory['text'].split())}")
    return "\n".join(lines)
