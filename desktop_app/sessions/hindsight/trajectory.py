"""Trajectory: a conversation of an agent, summed up from its significant events. Pure.

Specification: production-memory, 'Trajectory Summarization'. Nothing in it is worded anew: it
quotes what was asked, done, met and said.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.sessions.hindsight.events import EventKind, SessionEvent
from desktop_app.sessions.hindsight.pattern import Encounter, ErrorPattern, suggestion
from desktop_app.sessions.hindsight.trail import Resolution
from desktop_app.words import counted, tr

FOLDER = "procedures"
_SLUG = 6  # words of a title that name a file
_STEPS = 12  # steps that are told of a trajectory


Learning = tuple[ErrorPattern, Encounter]
"""What a conversation taught: the error, and the time it was met."""


@dataclass(frozen=True)
class TrajectorySummary:
    """A conversation: what was asked, what was done and said, and what it taught."""

    session: str
    goal: str
    events: tuple[SessionEvent, ...]
    learnings: tuple[Learning, ...] = ()

    @property
    def in_words(self) -> str:
        """The same in a few lines."""
        lines = [self.goal] if self.goal else []
        lines += [f"- {EVENT_WORDS[one.kind]}: {one.words}" for one in self.events[:_STEPS]]
        more = len(self.events) - _STEPS
        lines += [counted("- and {count} more", "- and {count} more", more)] if more > 0 else []
        return "\n".join(lines)


EVENT_WORDS = {
    EventKind.CHANGE: tr("changed"),
    EventKind.ERROR: tr("error"),
    EventKind.END: tr("ended by"),
    EventKind.FEEDBACK: tr("said"),
}
"""How each kind of event is told, but for the goal, which is told by its own words."""


def summed_up(
    session: str,
    events: Sequence[SessionEvent],
    patterns: Mapping[str, ErrorPattern],
    threshold: float,
) -> TrajectorySummary | None:
    """The trajectory of these events; None where none of them is significant.

    `threshold` is the impact, 0..1, above which an event is. `patterns` are those of its errors.
    """
    significant = tuple(one for one in events if one.impact > threshold)
    if not significant:
        return None
    goal = next((one.words for one in events if one.kind is EventKind.GOAL), "")
    over = dict.fromkeys(one.error for one in significant if one.kind is EventKind.END)
    learnings = [
        (patterns[key], met)
        for key in over
        if key in patterns and (met := _met(patterns[key], session))
    ]
    return TrajectorySummary(session, goal, significant, tuple(learnings))


def _met(pattern: ErrorPattern, session: str) -> Encounter | None:
    """The last encounter of the conversation that something was done about."""
    ended = (one for one in reversed(pattern.ended) if one.session == session)
    return next((one for one in ended if one.ended and not one.ended.retried), None)


def procedure_path(days: str, pattern: ErrorPattern) -> str:
    """Where the procedure against an error lies: memory/procedures/no-module-named-shop.md.

    Agents want a skill's name in these letters; where they do not say all, it ends with some that
    are this error's alone.
    """
    kind = re.split(r"[.:\\]+", pattern.signature.type)[-1]
    told = f"{kind} {pattern.signature.message}".casefold()
    words = re.findall(r"[a-z0-9]+", told)
    name = "-".join(words[:_SLUG])[:53].strip("-")
    if name != "-".join(re.findall(r"[^\W_]+", told)):
        name = f"{name}-{pattern.signature.head[:6]}".strip("-")
    return posixpath.join(days, FOLDER, f"{name}.md")


def procedure(pattern: ErrorPattern, met: Encounter, goal: str) -> str:
    """The procedure as Markdown: context, steps, solution, patterns, sources.

    It is a file of the notebook: its headings are the same in every language.
    """
    project = [f"Project: {met.folder}"] if met.folder else []
    context = [*([goal] if goal else []), f"Command: {met.command}", *project]
    frames = [f"Where: {', '.join(pattern.signature.frames)}"]
    ended = met.ended or Resolution(())
    solution = pattern.resolution or suggestion(ended)
    parts = (
        ("Context", context),
        ("Steps", list(ended.steps)),
        ("Solution", [solution, *([ended.brings] if ended.brings else [])]),
        ("Patterns", [pattern.title, *(frames if pattern.signature.frames else [])]),
        ("Sources", [f"{met.time[:10]}, {met.agent}, {met.session}"]),
    )
    lines = [f"# {_plain(pattern.title)}"]
    for title, items in ((title, items) for title, items in parts if items):
        lines += ["", f"## {title}", "", *(f"- {_plain(one)}" for one in dict.fromkeys(items))]
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """A text on one line, which no Markdown reads as anything else."""
    return " ".join(text.split()).lstrip("#>-*+ ") or "-"


def skill(name: str, text: str) -> str:
    """A procedure in the agents' own format: SKILL.md, with its name and when it is of use."""
    title = text.split("\n")[0].lstrip("# ").strip()
    told = tr("Use it when this error comes: {error}").format(error=title)
    quoted = told.replace("\\", "\\\\").replace('"', '\\"')
    return f'---\nname: {name}\ndescription: "{quoted}"\n---\n\n{text.strip()}\n'
