"""Answers about a notebook, and about a sentence that was checked."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.proposal import Support
from desktop_app.errors import Problem
from desktop_app.faces.answers import moment
from desktop_app.faces.answers.meaning import meaning_json, meaning_text
from desktop_app.notebook.length import Limits, length_in_words
from desktop_app.notebook.source import Source
from desktop_app.sizes import size
from desktop_app.words import counted, listed, tr

if TYPE_CHECKING:  # long to load, and seldom wanted
    from desktop_app.dreams.proof import Proof
    from desktop_app.memory.schedule import ScheduleState
    from desktop_app.memory.status import Status


def status_json(
    status: "Status",
    limits: Limits,
    address: Problem | None = None,
    schedule: "ScheduleState | None" = None,
) -> dict[str, Any]:
    """The state of the notebook; `limits` say how much of MEMORY.md agents read.

    `address` is why models are not asked at the address of the settings. `schedule` is how it
    stands with dreams by themselves, None where that is unknown.
    """
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
            "told": status.unread or length_in_words(status.length, limits),
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
            "told": status.freshness.in_words,
            **meaning_json(status.meaning),
        },
        "history": status.history,
        "last_dream": moment(status.last_dream),
        "next_dream": moment(schedule.next_at) if schedule else None,
        "next_dream_told": schedule.next_told if schedule else "",
        "pending": list(status.pending),
        "remarks": list(status.remarks),
    }


def verdict_json(proof: "Proof") -> dict[str, Any]:
    """How far a sentence is supported, and why not further."""
    return {
        "verdict": proof.verdict,
        "reasons": [
            {
                "kind": doubt.kind,
                "words": list(doubt.words),
                "message": doubt.message,
                "nearest": _nearest_json(doubt.nearest),
            }
            for doubt in proof.doubts
        ],
    }


_VERDICTS = {
    Support.SUPPORTED: tr("Supported."),
    Support.PARTLY: tr("Partly."),
    Support.UNSUPPORTED: tr("Unsupported."),
}


def verdict_text(answer: dict[str, Any]) -> str:
    """A verdict for people, with each reason and the line of the notes nearest to it."""
    lines = [_VERDICTS[answer["verdict"]]]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  “{nearest['text']}”")
    return "\n".join(lines)


def _nearest_json(nearest: Source | None) -> dict[str, Any] | None:
    if nearest is None:
        return None
    return {"path": nearest.path, "line": nearest.line, "text": nearest.quote}


def _engine(answer: dict[str, Any]) -> str:
    if answer["engine"] == EngineName.BUILTIN:
        return tr("the built-in one")
    return str(answer["model"] or tr("the only model of Ollama"))


def status_text(answer: dict[str, Any]) -> str:
    """A few lines on the notebook."""
    last = answer["last_dream"] or tr("none yet")
    return tr(
        "Notebook  {notebook}\nLayout    {layout}\nHolds     {held}\n"
        "Memory    {told}\nIndex     {indexed}\nMeaning   {meaning_text}\nHistory   {size}\n"
        "Dreams    last: {last}; waiting: {waiting}{next_told}\nEngine    {engine}{trouble}"
    ).format(
        notebook=answer["notebook"],
        layout=answer["layout"],
        held=listed(_held(answer)),
        told=answer["memory"]["told"],
        indexed=listed(_indexed(answer["index"])),
        meaning_text=meaning_text(answer["index"]),
        size=size(answer["history"]),
        last=last,
        next_told="; " + answer["next_dream_told"] if answer["next_dream_told"] else "",
        waiting=", ".join(answer["pending"]) or tr("none"),
        engine=_engine(answer),
        trouble=". " + answer["trouble"] if answer["trouble"] else "",
    ) + "".join(f"\n{remark}" for remark in answer["remarks"])


def _held(answer: dict[str, Any]) -> Iterator[str]:
    bullets = answer["bullets"]
    many = counted("{count} bullet", "{count} bullets", bullets or 0)
    yield tr("unknown bullets") if bullets is None else many
    yield counted("{count} day", "{count} days", answer["days"])
    yield counted("{count} diary entry", "{count} diary entries", answer["dreams"])


def _indexed(index: dict[str, Any]) -> Iterator[str]:
    yield counted("{count} file", "{count} files", index["files"])
    yield counted("{count} line", "{count} lines", index["chunks"])
    yield index["told"]
