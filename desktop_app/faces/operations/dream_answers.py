"""Answers about dreams: what they propose, how they ended, and each in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from desktop_app.dreams.decisions import unread, unread_words, waits
from desktop_app.dreams.dream import Outcome, without_model
from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.dreams.guard import sentence
from desktop_app.dreams.proposal import (
    KIND_WORDS,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    RunOutcome,
    Support,
    Why,
)
from desktop_app.dreams.runs import dreamer_in_words
from desktop_app.dreams.skipped_lines import told_otherwise, what_was_left
from desktop_app.faces.operations.table import Answer, fields_of, places_of
from desktop_app.words import as_sentence, counted, headed, listed, quoted, remarked, together, tr

TURN_ON = tr("Switch automatic dreams on: nightstand settings dreams.schedule daily")

_SIGNS = {
    ChangeKind.ADDED: "+", ChangeKind.UPDATED: "~", ChangeKind.MERGED: "&",
    ChangeKind.GENERALISED: "&", ChangeKind.SHORTENED: "<", ChangeKind.SPLIT: "/",
    ChangeKind.RETIRED: "-", ChangeKind.REMOVED: "-", ChangeKind.MOVED: ">",
    ChangeKind.RETITLED: "#", ChangeKind.QUESTION: "?",
}  # fmt: skip
_MOST_LINES = 8  # of a section that moves as a whole
_MOST_LEFT = 10  # lines that are named, of those that look like secrets, and of orders


def proposal_json(proposal: Proposal, lost: Sequence[str] = ()) -> Answer:
    """A dream as JSON; `lost` as for `_left_json`."""
    return {
        "outcome": RunOutcome.DONE,
        "reason": None,
        **fields_of(proposal, "id", "engine", "model", "state", "diary", "seconds", "tokens"),
        **fields_of(proposal, "title", "prose", "days_read"),
        "told": [{"text": one.text, "sources": places_of(one.sources)} for one in proposal.told],
        "conflicts": _places(proposal, Why.CONFLICT),
        **_left_json(proposal, lost),
        "changes": [change_json(change) for change in proposal.changes],
    }


def _left_json(proposal: Proposal, lost: Sequence[str]) -> Answer:
    """What speaks against a dream, and the places of the secrets and orders that it left in the
    days. `lost` are facts that memory would say nowhere.
    """
    again = tr("{words} Ask once more and they can be proved: nightstand dream --ask")
    words = unread_words(len(unread(proposal)))
    return {
        **fields_of(proposal, "set_aside", "caution?", older_days="older"),
        "secrets": _places(proposal, Why.SECRET),
        "orders": _places(proposal, Why.ORDER),
        "lost": list(lost),
        "otherwise": told_otherwise(proposal),
        "left_told": [*what_was_left(proposal), *([again.format(words=words)] if words else [])],
    }


def _places(proposal: Proposal, why: Why) -> list[Answer]:
    return [fields_of(one, "path", "line") for one in proposal.aside if one.why == why]


def outcome_json(outcome: Outcome, engine: Engine, lost: Sequence[str] = ()) -> Answer:
    """How a dream ended, even if it found nothing or failed; `engine` is the chosen one, `lost` as
    for `_left_json`."""
    fell_back = fields_of(outcome, "fell_back?")
    if outcome.proposal:
        return proposal_json(outcome.proposal, lost) | fell_back
    return {
        **fields_of(outcome, "reason", "id", "waiting", "newest", outcome="kind"),
        "engine": EngineName.OLLAMA if engine.asks else EngineName.BUILTIN,
        "model": engine.model or None if engine.asks else None,
        **dict.fromkeys(("state", "diary", "seconds", "tokens")),
        "days_read": [],
        "changes": [],
        **fell_back,
        **(outcome.problem.as_json() if outcome.problem else {}),
    }


def change_json(change: Change) -> Answer:
    """A change with its verdict, its reason, its sources, and the doubts that are no reason: also
    why the gate would have a person look at it.
    """
    from desktop_app.language.gate import doubted, reason_of  # long to load

    doubts = [one.message for one in change.doubts if one.message not in change.reason]
    doubts = list(dict.fromkeys(doubts))
    if not change.decided and (held := doubted(change.new or "")):
        why = reason_of(held)
        doubts += [] if why in change.reason else [as_sentence(why)]
    more = fields_of(change, "to", "by", "undone") | {"doubts": doubts}
    return {
        **fields_of(change, "n", "kind", "heading", "line", "new", "old", "card?"),
        "sources": places_of(change.sources),
        **fields_of(change, "verdict", "accepted", "decided", "reason"),
        **{name: value for name, value in more.items() if value},
    }


def dream_text(answer: Answer) -> str:
    """A dream for people: its changes, their sources, and the next command.

    One that began by itself gets one line, since a log keeps it.
    """
    if "due" in answer:
        more = tr("Look at them: nightstand proposals") if answer["waiting_changes"] else ""
        return "\n".join(filter(None, (answer["told"], more)))
    if answer["outcome"] != RunOutcome.DONE:
        more = ""
        if answer.get("waiting"):
            more = tr("\nTo apply what waits: nightstand apply {waiting}").format(**answer)
        if answer.get("newest"):
            more += tr("\nDream from there: nightstand dream --until {newest}").format(**answer)
        return together(without_model(answer.get("fell_back") or ""), f"{answer['reason']}{more}")
    return "\n".join(_told(answer))


def _told(answer: Answer) -> Iterator[str]:
    changes, state = answer["changes"], answer["state"]
    accepted = sum(change["accepted"] for change in changes)
    yield from (answer["title"], "")
    if answer["prose"]:
        yield from (answer["prose"], "")
    yield from _changes_text(changes)
    yield from filter(None, [sentence(answer["lost"]), answer["caution"]])
    yield from filter(None, [without_model(answer.get("fell_back") or "")])
    yield from _held_text(answer)
    spent = tr(" ({tokens:,} tokens, {seconds:.0f} s)")
    yield ""
    yield tr("{changes}, {accepted} accepted; {days} read by {dreamer}{spent}.").format(
        changes=counted("{count} change", "{count} changes", len(changes)),
        accepted=accepted,
        days=counted("{count} day", "{count} days", len(answer["days_read"])),
        dreamer=dreamer_in_words(answer["engine"], answer["model"]),
        spent=spent.format(**answer) if answer["tokens"] else "",
    )
    yield from answer["left_told"]
    if state == ProposalState.PENDING:
        some = answer["id"] if accepted else f"--only {changes[0]['n']}"
        yield tr("Nothing is written yet. Next: nightstand apply {id}").format(id=some)
    if state == ProposalState.APPLIED:
        yield from _written(answer)


def _held_text(answer: Answer) -> Iterator[str]:
    """The lines that may be secrets or orders."""
    held = [*answer["secrets"], *answer["orders"]]
    why = tr("Left as they are, since they look like secrets or may steer an agent:")
    yield from ("", why) if held else ()
    yield from (f"      {one['path']}:{one['line']}" for one in held[:_MOST_LEFT])
    if (more := len(held) - _MOST_LEFT) > 0:
        yield "      " + tr("and {more} more").format(more=more)


def applied_text(answer: Answer) -> Iterator[str]:
    """What was written, and how to take it back."""
    for change in answer["changes"]:
        if change["accepted"]:
            yield f"{change['n']:>3} {_does(change)}"
            yield from _lines(change)
    yield ""
    yield from _written(answer)


def _written(answer: Answer) -> Iterator[str]:
    written = tr("MEMORY.md and {diary} are written. Undo it with: nightstand undo")
    yield written.format(**answer)
    if left := answer["left"]:
        yield tr("Not written, since the lines were edited: {changes}").format(
            changes=listed(map(str, left))
        )
    if count := answer["undecided"]:
        yield counted(
            "{count} stays undecided. Look at it: nightstand proposals",
            "{count} stay undecided. Look at them: nightstand proposals",
            count,
        )
    if answer["offers_schedule"]:
        yield TURN_ON


def proposals_text(answers: list[Answer]) -> Iterator[str]:
    """Waiting proposals, each with its changes below it."""
    for answer in answers:
        told = tr(
            "{id}  by {dreamer}: {changes}, {accepted} accepted, {undecided} undecided, {questions}"
        )
        numbers = {
            "dreamer": dreamer_in_words(answer["engine"], answer["model"]),
            "changes": counted("{count} change", "{count} changes", answer["changes"]),
            "questions": counted("1 question", "{count} questions", answer["questions"]),
        }
        yield told.format(**answer | numbers)
        yield from _changes_text(answer["shown"])
        yield from filter(None, [sentence(answer["lost"]), answer["caution"]])
        yield from _held_text(answer)
        yield from answer["left_told"]


def _changes_text(changes: Sequence[Answer]) -> list[str]:
    """Changes for people, the lines of a card below its title."""
    lines: list[str] = []
    for card, below in groupby(changes, lambda change: change["card"]):
        lines += [""] if lines else []
        lines += [card] if card else []
        lines += (line for change in below for line in _change_text(change))
    return lines


def _change_text(change: Answer) -> Iterator[str]:
    word = tr("rejected") if change["decided"] else tr("undecided")
    word = tr("accepted") if change["accepted"] else word
    told = _does(change)
    told = headed(told, change["reason"].rstrip(".。")) if change["reason"] else told
    yield f"{change['n']:>3} {remarked(told, word)}"
    yield from _lines(change)
    for source in change["sources"]:
        quote = f"  {quoted(source['quote'])}" if source["quote"] != change["new"] else ""
        yield f"        {source['path']}:{source['line']}{quote}"
    yield from (f"        {doubt}" for doubt in change.get("doubts", ()))
    if "by" in change:
        yield f"        {tr('proposed by {engine}').format(engine=dreamer_in_words(change['by']))}"


def _does(change: Answer) -> str:
    """+ added in Boat, > moved to House."""
    there = "to" in change or change["kind"] == ChangeKind.MOVED
    where = tr("to {place}") if there else tr("in {place}")
    where = where.format(place=change.get("to") or change["heading"] or "MEMORY.md")
    return f"{_SIGNS[change['kind']]} {KIND_WORDS[change['kind']]} {where}"


def _lines(change: Answer) -> Iterator[str]:
    """What goes and what comes."""
    yield from (f"      - {old}" for old in change["old"][:_MOST_LINES])
    if (more := len(change["old"]) - _MOST_LINES) > 0:
        yield "      " + tr("and {more} more").format(more=more)
    parts = change["kind"] == ChangeKind.SPLIT
    news = (change["new"] or "").split("\n") if parts else [change["new"]]
    yield from (f"      + {new}" for new in news if new)


def summary_json(proposal: Proposal, lost: Sequence[str]) -> Answer:
    """A waiting proposal in numbers, and its changes; `lost` as for `_left_json`."""
    changes = proposal.changes
    return {
        **fields_of(proposal, "id", "engine", "model", "made"),
        "changes": len(changes),
        "accepted": sum(change.accepted for change in changes),
        "undecided": sum(map(waits, changes)),
        "held_back": sum(change.verdict != Support.SUPPORTED for change in changes),
        "questions": sum(change.kind == ChangeKind.QUESTION for change in changes),
        **_left_json(proposal, lost),
        "shown": [change_json(change) for change in changes],
    }
