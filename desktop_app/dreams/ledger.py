"""The ledger of dreams: what each one came of, took and did, in words for every door. Pure."""

from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.proposal import AGENT, CHAT, INBOX, ProposalState, RunOutcome
from desktop_app.dreams.runs import DreamCause, DreamRun
from desktop_app.words import tr

CAUSES = {
    DreamCause.ASKED: tr("you asked"),
    DreamCause.SCHEDULED: tr("automatic"),
    DreamCause.CAUGHT_UP: tr("in place of a missed one"),
    DreamCause.ENOUGH: tr("many new notes"),
}
STATES = {
    ProposalState.PENDING: tr("waits for you"),
    ProposalState.APPLIED: tr("applied"),
    ProposalState.DISCARDED: tr("discarded"),
    ProposalState.SUPERSEDED: tr("a newer one took it over"),
}


BUILTIN, A_CHAT = "without a model", "a chat"
"""What a diary, which is in no language of the window, calls a dream without a model and one that a
chat answered."""
_DREAMERS = {
    EngineName.BUILTIN: tr("Nightstand without a model"),
    BUILTIN: tr("Nightstand without a model"),
    "built-in engine": tr("Nightstand without a model"),  # in diaries of earlier versions
    A_CHAT: tr("a chat"),
    INBOX: tr("your answer to a question"),
    AGENT: tr("an agent"),
    CHAT: tr("a chat"),
}


def dreamer_in_words(engine: str, model: str | None = None) -> str:
    """Who dreamt: a model or an agent by its name, a chat, Nightstand without a model."""
    return model or _DREAMERS.get(engine, engine)


def cause_in_words(run: DreamRun) -> str:
    """Why it began."""
    return CAUSES[run.cause]


def outcome_in_words(run: DreamRun) -> str:
    """What came of it; of one that failed, what happened."""
    if run.outcome == RunOutcome.FAILED:
        return tr("failed: {reason}").format(reason=run.reason)
    if run.outcome == RunOutcome.NOTHING or run.state is None:
        return tr("nothing new")
    if run.accepted == 0:
        return tr("undone")
    if run.state == ProposalState.APPLIED and run.accepted not in (None, run.changes):
        return tr("{accepted} of {changes} applied").format(
            accepted=run.accepted, changes=run.changes
        )
    return STATES[run.state]
