"""What the doors answer: one JSON shape and one plain text for each kind of result.

Knows the contract that scripts and agents depend on, not how a result came about.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.apply import Undone
from desktop_app.dreams.deciding import in_sight
from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.engines import Engine
from desktop_app.dreams.flush import FlushDraft, Flushed, reinjected
from desktop_app.dreams.grounding import Verdict
from desktop_app.dreams.left import LeftLine
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    RunOutcome,
    Source,
    Support,
    Why,
)
from desktop_app.dreams.talk.facts import Fact
from desktop_app.errors import Problem
from desktop_app.faces.meaning import meaning_json, meaning_text
from desktop_app.models.model import ModelInfo
from desktop_app.notebook.length import Limits, told
from desktop_app.sizes import size
from desktop_app.status import Status

if TYPE_CHECKING:
    from desktop_app.dreams.talk.extract import UnsafeLine

SIGNS = {
    ChangeKind.ADDED: "+", ChangeKind.UPDATED: "~", ChangeKind.MERGED: "&",
    ChangeKind.REMOVED: "-", ChangeKind.MOVED: ">", ChangeKind.QUESTION: "?",
}  # fmt: skip
_UNSAFE = (
    ("secrets", "it looks like a secret", "they look like secrets"),
    ("orders", "it gives an order to an agent", "they give orders to an agent"),
)
_MOST_SECRETS = 10  # lines that are named, of those that look like secrets


def proposal_json(
    proposal: Proposal, outcome: RunOutcome = RunOutcome.DONE, secrets: Sequence[LeftLine] = ()
) -> dict[str, Any]:
    """A dream as the contract gives it; `secrets` are lines that were left for what they hold."""
    return {
        "outcome": outcome,
        "reason": None,
        "id": proposal.id,
        "engine": proposal.engine,
        "model": proposal.model,
        "days_read": [day.isoformat() for day in proposal.days_read],
        "state": proposal.state,
        "diary": proposal.diary,
        "seconds": proposal.seconds,
        "tokens": proposal.tokens,
        "title": proposal.title,
        "prose": proposal.prose,
        "set_aside": proposal.set_aside,
        "secrets": [
            {"path": one.path, "line": one.line, "what": one.what or None, "text": one.text}
            for one in secrets
        ],
        "carried": list(proposal.carried),
        "changes": [_change_json(change) for change in proposal.changes],
    }


def outcome_json(
    outcome: Outcome, engine: Engine, secrets: Sequence[LeftLine] = ()
) -> dict[str, Any]:
    """A dream's end, also one that found nothing or failed; `engine` is the one asked for."""
    if outcome.proposal:
        return proposal_json(outcome.proposal, secrets=secrets)
    answer: dict[str, Any] = {
        "outcome": outcome.kind,
        "reason": outcome.reason,
        "id": outcome.id,
        "engine": "ollama" if engine.asks else "builtin",
        "model": engine.model or None if engine.asks else None,
        "days_read": [],
        "state": None,
        "diary": None,
        "seconds": None,
        "tokens": None,
        "changes": [],
        "waiting": outcome.waiting,
        "newest": outcome.newest.isoformat() if outcome.newest else None,
    }
    if outcome.problem:
        answer |= {"problem": outcome.problem.message, "hint": outcome.problem.hint}
    return answer


def summary_json(proposal: Proposal, every: bool = False) -> dict[str, Any]:
    """A waiting proposal in numbers, and its changes: the first page, or `every` one."""
    shown = [change for change in proposal.changes if in_sight(change, every)]
    return {
        "id": proposal.id,
        "made": moment(proposal.made),
        "engine": proposal.engine,
        "changes": len(proposal.changes),
        "accepted": sum(change.accepted for change in proposal.changes),
        "held_back": sum(change.verdict != Support.SUPPORTED for change in proposal.changes),
        "questions": sum(change.kind == ChangeKind.QUESTION for change in proposal.changes),
        "shown": [_change_json(change) for change in shown],
        "more": len(proposal.changes) - len(shown),
    }


def undone_json(undone: Undone) -> dict[str, Any]:
    """What an undo put back, and what it left because it was edited since."""
    return {
        "id": undone.id,
        "restored": list(undone.restored),
        "conflicts": [
            {"line": overlap.line, "now": _words(overlap.theirs), "before": _words(overlap.ours)}
            for overlap in undone.conflicts
        ],
    }


def status_json(status: Status, limits: Limits, address: Problem | None = None) -> dict[str, Any]:
    """What is here; `limits` are what agents read of MEMORY.md, `address` is why models are not
    asked where the person's settings say."""
    return {
        "notebook": status.notebook,
        "id": status.id,
        "layout": status.layout,
        "bullets": None if status.unread else status.bullets,
        "memory": {
            "lines": status.length.lines,
            "characters": status.length.characters,
            "limits": asdict(limits),
            "over": limits.passed(status.length) or None,
            "told": status.unread or told(status.length, limits),
        },
        "days": status.days,
        "dreams": status.dreams,
        "sessions": status.sessions,
        "engine": status.engine,
        "model": status.model,
        "trouble": str(address) if address else None,
        "index": {
            "files": status.index.files,
            "chunks": status.index.chunks,
            "behind": status.index.behind,
            "told": status.freshness.told,
            **meaning_json(status.meaning),
        },
        "history": status.history,
        "last_dream": moment(status.last_dream),
        "next_dream": None,
        "pending": list(status.pending),
    }


def flushed_json(flushed: Flushed, turns: int) -> dict[str, Any]:
    """Where a conversation went; `path` is None, with a reason, when nothing was worth it.

    `injected` is what an agent may put before the turns it keeps in the place of these `turns`.
    """
    left_out = _left_out(flushed.left_out)
    if flushed.path is None:
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
    """What a flush would write; `text` is empty, with a reason, when that is nothing."""
    why = {"reason": draft.reason} if draft.reason else {}
    return {"text": draft.text, "engine": draft.engine, **why, **_left_out(draft.left_out)}


def _left_out(lines: "Sequence[UnsafeLine]") -> dict[str, Any]:
    """How many sentences of each kind. Their words stay untold: they may be secrets."""
    count = Counter(line.why for line in lines)
    told = {"secrets": count[Why.SECRET], "orders": count[Why.ORDER]}
    return {name: number for name, number in told.items() if number}


def model_json(info: ModelInfo) -> dict[str, Any]:
    """An installed model; not `local` is one that would send what it is given elsewhere."""
    return {
        "name": info.name,
        "size": info.size,
        "context": info.context,
        "local": info.local,
        "capabilities": sorted(info.capabilities),
    }


def fact_json(fact: Fact) -> dict[str, Any]:
    """A fact, and the line of MEMORY.md that says it or that it would change."""
    bullet = fact.bullet
    return {
        "text": fact.text,
        "category": fact.category,
        "state": fact.state,
        "memory": {"line": bullet.line, "text": bullet.text} if bullet else None,
    }


def moment(at: datetime | None) -> str | None:
    """A time as ISO 8601 with its offset, to the second."""
    return at.isoformat(timespec="seconds") if at else None


def dream_text(answer: dict[str, Any]) -> str:
    """A dream for people: what it would change, from which lines, and what to do next."""
    if answer["outcome"] != RunOutcome.DONE:
        waiting = answer.get("waiting")
        more = f"\nApply it with: nightstand apply {waiting}" if waiting else ""
        if newest := answer.get("newest"):
            more += f"\nDream from there: nightstand dream --until {newest}"
        return f"{answer['reason']}{more}"
    lines = [answer["title"], ""]
    if answer["prose"]:
        lines += [answer["prose"], ""]
    shown = [change for change in answer["changes"] if _is_shown(change)]
    for change in shown:
        lines += _change_text(change)
    lines += _behind(len(answer["changes"]) - len(shown))
    accepted = sum(change["accepted"] for change in answer["changes"])
    days = len(answer["days_read"])
    spent = f" ({answer['tokens']:,} tokens, {answer['seconds']:.0f} s)" if answer["tokens"] else ""
    lines += _not_forgotten(answer["set_aside"].get(Why.FORGET, 0))
    lines += _secrets_text(answer["secrets"])
    lines += [
        "",
        f"{len(answer['changes'])} changes, {accepted} accepted; "
        f"{days} {'day' if days == 1 else 'days'} read by {_dreamer(answer)}{spent}. "
        f"{_carried(len(answer['carried']))}"
        f"This dream is {answer['state']}.",
    ]
    if answer["state"] == ProposalState.PENDING:
        lines.append(f"Nothing is written yet. Next: nightstand apply {answer['id']}")
    if answer["state"] == ProposalState.APPLIED:
        lines.append(f"MEMORY.md and {answer['diary']} are written. Take it back: nightstand undo")
    return "\n".join(lines)


def _is_shown(change: dict[str, Any]) -> bool:
    return bool(change["page"] < 2 or change["accepted"] or change["decided"])


def _behind(count: int) -> list[str]:
    return [f"{count} more can be seen: nightstand proposals --all"] if count else []


def _secrets_text(secrets: list[dict[str, Any]]) -> list[str]:
    """The lines that were left since they look like secrets, which are hidden."""
    if not secrets:
        return []
    lines = ["", "Left in the days, since they look like secrets:"]
    for one in secrets[:_MOST_SECRETS]:
        what = f"{one['what']}: " if one["what"] else ""
        lines.append(f"      {one['path']}:{one['line']}  {what}{one['text']}")
    left = len(secrets) - _MOST_SECRETS
    return [*lines, f"      and {left} more"] if left > 0 else lines


def _not_forgotten(count: int) -> list[str]:
    notes = "a note asks" if count == 1 else f"{count} notes ask"
    return [f"Memory has nothing of what {notes} to forget."] if count else []


def _carried(count: int) -> str:
    return f"{count} {'was' if count == 1 else 'were'} waiting already. " if count else ""


def _dreamer(answer: dict[str, Any]) -> str:
    return str(answer["model"] or "the built-in engine")


def proposals_text(answers: list[dict[str, Any]]) -> str:
    """Waiting proposals, each with its changes below it."""
    if not answers:
        return "No dream waits for you."
    lines = []
    for answer in answers:
        lines.append(
            f"{answer['id']}  {answer['changes']} changes, {answer['accepted']} accepted, "
            f"{answer['held_back']} held back, {answer['questions']} questions"
        )
        for change in answer["shown"]:
            lines += _change_text(change)
        lines += _behind(answer["more"])
    return "\n".join(lines)


def dismissed_text(answer: dict[str, Any]) -> str:
    """What became of a dream, or of its questions, that was set aside."""
    if answer["state"] == ProposalState.DISCARDED:
        return "Discarded. MEMORY.md stays as it was."
    count = len(answer["dismissed"])
    words = "1 question is" if count == 1 else f"{count} questions are"
    return f"{words} dismissed, and not asked again until a line changes. The dream still waits."


def undone_text(answer: dict[str, Any]) -> str:
    """An undo for people."""
    lines = [f"Undone. Put back: {', '.join(answer['restored'])}"]
    lines += [
        f"Line {conflict['line']} was edited since and stays: {conflict['now'].strip()}"
        for conflict in answer["conflicts"]
    ]
    lines.append("Its changes wait for you again: `nightstand proposals` lists them.")
    return "\n".join(lines)


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """How far a sentence is supported, and what of it is not."""
    return {
        "verdict": verdict.verdict,
        "reasons": [
            {
                "kind": doubt.kind,
                "words": list(doubt.words),
                "message": doubt.message,
                "nearest": _nearest_json(doubt.nearest),
            }
            for doubt in verdict.doubts
        ],
    }


def verdict_text(answer: dict[str, Any]) -> str:
    """A verdict for people, with a line for each reason and the line that comes nearest."""
    lines = [answer["verdict"].capitalize() + "."]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  “{nearest['text']}”")
    return "\n".join(lines)


def _nearest_json(nearest: Source | None) -> dict[str, Any] | None:
    if nearest is None:
        return None
    return {"path": nearest.path, "line": nearest.line, "text": nearest.quote}


def unreadable_text(numbers: Sequence[int], *, listed: bool) -> str:
    """Which lines of a conversation (or messages of a list) were left out; "" for none."""
    if not numbers:
        return ""
    what, first = "Message" if listed else "Line", [str(number) for number in numbers[:3]]
    if len(numbers) == 1:
        return f"{what} {first[0]} is not readable; it is left out."
    *before, last = [*first, f"{len(numbers) - 3} more"] if len(numbers) > 3 else first
    return f"{what}s {', '.join(before)} and {last} are not readable; they are left out."


def flushed_text(answer: dict[str, Any]) -> str:
    """Where a conversation went, or what would be written, and what of it."""
    told = [answer["unreadable"]] if "unreadable" in answer else []
    for kind, one, more in _UNSAFE:
        if count := answer.get(kind, 0):
            who = "One sentence is" if count == 1 else f"{count} sentences are"
            told.append(f"{who} left out: {one if count == 1 else more}.")
    if not answer.get("text"):
        return "\n".join([*told, answer["reason"]])
    if "path" in answer:
        told.insert(0, f"Flushed into {answer['path']}, line {answer['line']}.")
    if "reason" in answer:
        told.append(f"{answer['reason']} The built-in engine wrote it.")
    return "\n".join([*told, answer["text"]])


def facts_text(answers: list[dict[str, Any]]) -> str:
    """Facts, one a line; under those that are not new the line of memory."""
    if not answers:
        return "Nothing in it is worth remembering."
    lines = []
    for answer in answers:
        lines.append(f"{answer['state']:8} {answer['category']:11} {answer['text']}")
        if memory := answer["memory"]:
            lines.append(f"  MEMORY.md:{memory['line']}: {' '.join(memory['text'].split())}")
    return "\n".join(lines)


def _engine(answer: dict[str, Any]) -> str:
    if answer["engine"] == "builtin":
        return "the built-in one"
    return str(answer["model"] or "the only model of Ollama")


def models_text(answers: list[dict[str, Any]]) -> str:
    """Models in columns; those that run elsewhere say so."""
    if not answers:
        return "Ollama has no models yet. Install one: nightstand models --pull qwen3:4b"
    rows = [("Model", "Size", "Context", "Can do")]
    for answer in answers:
        does = ", ".join(answer["capabilities"]) or "nothing that is known"
        where = "" if answer["local"] else "; runs on another computer: not used"
        name = "".join(c if c.isprintable() else "?" for c in answer["name"])
        rows.append(
            (
                name,
                size(answer["size"]) if answer["size"] else "-",
                f"{answer['context']:,}",
                f"{does}{where}",
            )
        )
    wide = [max(len(row[n]) for row in rows) for n in range(3)]
    return "\n".join(
        f"{row[0]:{wide[0]}}  {row[1]:>{wide[1]}}  {row[2]:>{wide[2]}}  {row[3]}" for row in rows
    )


def settings_text(answer: dict[str, Any]) -> str:
    """Settings as they are typed, one a line."""
    return "\n".join(f"{key} = {_typed(value)}" for key, value in answer.items())


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)


def status_text(answer: dict[str, Any]) -> str:
    """A few lines on the notebook."""
    last = answer["last_dream"] or "none yet"
    return (
        f"Notebook  {answer['notebook']}\n"
        f"Layout    {answer['layout']}\n"
        f"Holds     {_counted(answer['bullets'])} bullets, {answer['days']} days, "
        f"{answer['dreams']} diary entries\n"
        f"Memory    {answer['memory']['told']}\n"
        f"Index     {answer['index']['files']} files, {answer['index']['chunks']} lines, "
        f"{answer['index']['told']}\n"
        f"Meaning   {meaning_text(answer['index'])}\n"
        f"History   {size(answer['history'])}\n"
        f"Dreams    last: {last}; waiting: {', '.join(answer['pending']) or 'none'}\n"
        f"Engine    {_engine(answer)}"
        f"{'. ' + answer['trouble'] if answer['trouble'] else ''}"
    )


def _counted(count: int | None) -> str:
    return "unknown" if count is None else str(count)


def _change_json(change: Change) -> dict[str, Any]:
    return {
        "n": change.n,
        "kind": change.kind,
        "heading": change.heading,
        "line": change.line,
        "old": list(change.old),
        "new": change.new,
        "sources": [
            {"path": source.path, "line": source.line, "quote": source.quote}
            for source in change.sources
        ],
        "verdict": change.verdict,
        "accepted": change.accepted,
        "decided": change.decided,
        "reason": change.reason,
        "page": change.page,
        **({"to": change.to} if change.to else {}),
    }


def _change_text(change: dict[str, Any]) -> list[str]:
    tick = "accepted" if change["accepted"] else "not accepted"
    sign = SIGNS[change["kind"]]
    where = f"to {change['to']}" if "to" in change else f"in {change['heading'] or 'MEMORY.md'}"
    lines = [f"{change['n']:>3} {sign} {change['kind']} {where} ({tick}: {change['reason']})"]
    lines += [f"      - {old}" for old in change["old"]]
    lines += [f"      + {change['new']}"] if change["new"] else []
    lines += [f"        {s['path']}:{s['line']}  “{s['quote']}”" for s in change["sources"]]
    return lines


def _words(data: bytes) -> str:
    return data.decode("utf-8", "replace")
