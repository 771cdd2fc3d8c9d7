"""Trajectory: a conversation of an agent, summed up from its significant events, and the procedure
that it taught. Pure.

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

EVENT_WORDS = {
    EventKind.CHANGE: tr("changed"),
    EventKind.ERROR: tr("error"),
    EventKind.END: tr("ended by"),
    EventKind.FEEDBACK: tr("said"),
}
"""How each kind of event is told, but for the goal, which is told by its own words."""


@dataclass(frozen=True)
class TrajectorySummary:
    """A conversation: what was asked, what was done and said, and what it taught: errors, each
    with the time it was met."""

    goal: str
    events: tuple[SessionEvent, ...]
    learnings: tuple[tuple[ErrorPattern, Encounter], ...] = ()

    @property
    def in_words(self) -> str:
        """The same in a few lines."""
        lines = [self.goal] if self.goal else []
        lines += [f"- {EVENT_WORDS[one.kind]}: {one.words}" for one in self.events[:_STEPS]]
        more = len(self.events) - _STEPS
        lines += [counted("- and {count} more", "- and {count} more", more)] if more > 0 else []
        return "\n".join(lines)


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
    learnings = []
    for key in dict.fromkeys(one.error for one in significant if one.kind is EventKind.END):
        ended = reversed(patterns[key].ended) if key in patterns else ()
        here = [one for one in ended if one.session == session]
        done = [one for one in here if one.ended and not one.ended.retried]
        learnings += [(patterns[key], one) for one in done[:1]]
    return TrajectorySummary(goal, significant, tuple(learnings))


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
    ended = met.ended or Resolution(())
    frames = ", ".join(pattern.signature.frames)
    parts = {
        "Context": [goal, f"Command: {met.command}", met.folder and f"Project: {met.folder}"],
        "Steps": ended.steps,
        "Solution": [pattern.resolution or suggestion(ended), ended.brings],
        "Patterns": [pattern.title, frames and f"Where: {frames}"],
        "Sources": [f"{met.time[:10]}, {met.agent}, {met.session}"],
    }
    lines = [f"# {_plain(pattern.title)}"]
    for title, items in parts.items():
        if told := list(filter(None, dict.fromkeys(items))):
            lines += ["", f"## {title}", "", *(f"- {_plain(one)}" for one in told)]
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
