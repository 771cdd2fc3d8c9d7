"""Settling: what the store keeps once the files of a dream are written. Knows intents, no files."""

import dataclasses
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any

from desktop_app.dreams.carrying import parted, returned, waiting_rest
from desktop_app.dreams.proposal import INBOX, Change, Proposal, ProposalState
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
            discarded = _with(proposal, purpose, ProposalState.DISCARDED, proposal.changes)
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
    ends = (purpose["before"], purpose["after"], purpose.get("topics", {}))
    before, after = purpose.get("bullets", (None, None))  # an earlier version left none
    store.set_ends(proposal.id, *ends, (before, after))
    accepted = set(purpose.get("accepted", ()))
    meant, rest = proposal, None
    if purpose.get("rest"):
        meant, rest = parted(proposal, accepted)
    changes = tuple(_settled(change, change.n in accepted) for change in meant.changes)
    settled = _with(proposal, purpose, ProposalState.APPLIED, changes)
    again = purpose.get("again", ())
    if rest is None or not rest.changes:
        store.settle(settled, at, again)
    else:
        store.part(settled, waiting_rest(rest, store.free_id(at), at), at, again)


def _with(
    proposal: Proposal,
    purpose: dict[str, Any],
    state: ProposalState,
    changes: tuple[Change, ...],
) -> Proposal:
    return dataclasses.replace(
        proposal,
        state=state,
        changes=changes,
        diary=purpose["diary"],
        title=purpose.get("title", proposal.title),  # an earlier version left none
    )


def _settled(change: Change, is_written: bool) -> Change:
    """A change after its dream was applied; one that found no bullet was not rejected."""
    unwritten = change.accepted and not is_written
    return dataclasses.replace(
        change, accepted=is_written, decided=change.decided and not unwritten
    )
