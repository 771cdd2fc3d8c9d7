"""The steps of a bullet's life in words, for every door. Knows steps, no door."""

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.ledger import dreamer_in_words
from desktop_app.dreams.life import LifeKind, LifeStep
from desktop_app.dreams.proposal import ChangeKind
from desktop_app.notebook.history import Cause
from desktop_app.words import tr

_DONE: dict[str, str] = {
    ChangeKind.MERGED: tr("Merged with others by {who}"),
    ChangeKind.GENERALISED: tr("Generalised by {who}"),
    ChangeKind.SHORTENED: tr("Shortened by {who}"),
    ChangeKind.SPLIT: tr("Split by {who}"),
}


def step_in_words(step: LifeStep) -> str:
    """What happened, and by whom: Reworded by a dream (qwen3:8b)."""
    if step.kind == LifeKind.FIRST:
        return tr("Already in the file")
    happened = {
        LifeKind.WRITTEN: tr("Written by {who}"),
        LifeKind.REWORDED: tr("Reworded by {who}"),
        LifeKind.GONE: tr("Taken out by {who}"),
        LifeKind.BACK: tr("Brought back by {who}"),
    }[step.kind]
    if step.kind == LifeKind.GONE and step.change == ChangeKind.MOVED:
        happened = tr("Moved to another file by {who}")
    elif step.kind != LifeKind.GONE:
        happened = _DONE.get(step.change, happened)
    return happened.format(who=_who(step))


def accepted_words(agent: str) -> str:
    """Who wrote a line that the person took over from a day into memory."""
    return tr("{agent}, accepted by you").format(agent=agent)


def _who(step: LifeStep) -> str:
    if step.cause.client:
        return step.cause.client
    if step.agent and step.kind in (LifeKind.WRITTEN, LifeKind.REWORDED):
        return accepted_words(step.agent)
    if step.cause.kind == Cause.DREAM:
        if step.engine == EngineName.BUILTIN:
            return tr("a dream without a model")
        name = dreamer_in_words(step.engine, step.model)
        return tr("a dream ({engine})").format(engine=name) if name else tr("a dream")
    return {
        Cause.EDIT: tr("you"),
        Cause.RESTORE: tr("you, from the history"),
        Cause.TAKEN_BACK: tr("you, who took a change back"),
        Cause.QUARANTINE: tr("you, into quarantine"),
        Cause.UNDO: tr("the undo of a dream"),
        Cause.UPDATE: tr("a command"),
        Cause.OUTSIDE: tr("another program"),
        Cause.RECOVERED: tr("what was kept over a crash"),
        Cause.IMPORT: tr("an import"),
    }.get(step.cause.kind, str(step.cause.kind))
