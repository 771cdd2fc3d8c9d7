"""Settling: what the store keeps once the files of a dream are written. Knows intents, no files."""

import dataclasses
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any

from desktop_app.dreams.carrying import parted, returned
from desktop_app.dreams.proposal import INBOX, Proposal, ProposalState
from desktop_app.dreams.store import DreamStore
from desktop_app.notebook.journal import Intent


class Purpose(StrEnum):
    """What the files of an intent in the journal are written for."""

    APPLY = "apply"
    DISCARD = "discard"
    UNDO = "undo"


def finish(store: DreamStore) -> Callable[[Intent], None]:
    """What updates the store once the files of an intent are written, also after a crash."""

    def settle(intent: Intent) -> None:
        purpose: dict[str, Any] = dict(intent.purpose)
        if purpose.get("kind") not in set(Purpose):
            return
        at = datetime.fromisoformat(purpose["at"])
        proposal = store.find(purpose["id"])
        if proposal is None:  # its books are lost, the files are written: nothing is left to do
            return
        if purpose["kind"] == Purpose.UNDO:
            _undone(store, proposal, at)
        elif purpose["kind"] == Purpose.DISCARD:
            discarded = _with(proposal, purpose, ProposalState.DISCARDED)
            store.settle(discarded, at, purpose.get("again", ()))
        else:
            _applied(store, proposal, purpose, at)

    return settle


def _undone(store: DreamStore, proposal: Proposal, at: datetime) -> None:
    if proposal.undone:  # a replay: what came back may be answered already
        return
    if proposal.engine == INBOX:  # the inbox asks again by itself
        store.put(dataclasses.replace(proposal, undone=at))
        return
    waiting = next(iter(store.proposals(ProposalState.PENDING)), None)
    run_id = waiting.id if waiting else store.free_id(at)
    again = returned(proposal, run_id, waiting.made if waiting else at, waiting)
    store.take_back(dataclasses.replace(proposal, undone=at), again)


def _applied(store: DreamStore, proposal: Proposal, purpose: dict[str, Any], at: datetime) -> None:
    if proposal.state == ProposalState.APPLIED:  # a replay: what waits on may be answered already
        return
    ends = (purpose["before"], purpose["after"], purpose.get("topics", {}))
    before, after = purpose.get("bullets", (None, None))  # an earlier version left none
    store.set_ends(proposal.id, *ends, (before, after))
    written, unwritten = purpose.get("accepted", ()), purpose.get("unwritten", ())
    settled, rest = parted(proposal, written, unwritten, whole=purpose.get("whole", True))
    settled = _with(settled, purpose, ProposalState.APPLIED)
    if rest is not None:
        rest = dataclasses.replace(rest, id=purpose.get("waits") or store.free_id(at))
    store.settle(settled, at, purpose.get("again", ()), rest)


def _with(proposal: Proposal, purpose: dict[str, Any], state: ProposalState) -> Proposal:
    return dataclasses.replace(
        proposal,
        state=state,
        diary=purpose["diary"],
        title=purpose.get("title", proposal.title),  # an earlier version left none
    )
