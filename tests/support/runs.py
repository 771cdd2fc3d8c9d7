"""A ledger to look at: dreams of many nights, as the store keeps them. None was dreamt."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.proposal import ProposalState, RunOutcome
from desktop_app.dreams.runs import DreamCause, DreamRun

_CAUSES = (DreamCause.SCHEDULED, DreamCause.SCHEDULED, DreamCause.CAUGHT_UP, DreamCause.ASKED,
           DreamCause.ENOUGH)  # fmt: skip
_STATES = (ProposalState.APPLIED, ProposalState.APPLIED, ProposalState.DISCARDED)


def nights(count: int, until: datetime) -> Iterator[DreamRun]:
    """So many dreams, a night each, the oldest first: memory grows, and shrinks now and then."""
    size = 40
    for n in range(count):
        at = until - timedelta(days=count - n)
        if n % 29 == 17:
            why = "Ollama is not running."
            yield DreamRun(f"run-{n}", at, RunOutcome.FAILED, why, EngineName.OLLAMA, 2,
                           model="qwen3:8b", cause=_CAUSES[n % 5])  # fmt: skip
            continue
        state = _STATES[n % 3]
        changes = (n * 7) % 19
        growth = (
            0 if state != ProposalState.APPLIED else changes - 6 if n % 11 == 10 else changes // 3
        )
        nothing = not changes
        yield DreamRun(
            f"run-{n}", at, RunOutcome.NOTHING if nothing else RunOutcome.DONE,
            "Nothing new to keep." if nothing else "", EngineName.BUILTIN, 2, changes=changes,
            state=None if nothing else state, cause=_CAUSES[n % 5], seconds=0.4 + n % 7,
            tokens=None if n % 4 else 5_200 + n, bullets_before=size, bullets_after=size + growth,
        )  # fmt: skip
        size += growth
