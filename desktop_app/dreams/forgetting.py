"""Proposals without what is forgotten: changes that say it go, and the words about them. Pure."""

import dataclasses
from collections.abc import Collection, Iterable

from desktop_app.dreams.material import Material
from desktop_app.dreams.proposal import (
    Change,
    Proposal,
    ProposalState,
    ToldSentence,
    change_key,
    numbered,
)
from desktop_app.notebook.forgetting import cutting
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.forgetting.tombstones import Tombstones


def says(change: Change, sought: Sought) -> bool:
    """Whether a change, its sources or its doubts say it."""
    return any(map(sought.said_by, filter(None, _texts(change))))


def not_shown(tombstones: Tombstones, material: Material) -> Material:
    """The material with an empty line for each line of a day that a person had forgotten."""
    days = (dataclasses.replace(day, text=tombstones.blanked(day.text)) for day in material.days)
    named = {path: tombstones.blanked(text) for path, text in material.named.items()}
    return dataclasses.replace(material, days=tuple(days), named=named)


def unforgotten(tombstones: Tombstones, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, numbered, without those that would write what a person had forgotten."""
    kept = [one for one in changes if one.new is None or not tombstones.says(one.new)]
    return numbered(kept)


def without(
    proposal: Proposal, sought: Sought, lines: Collection[str] = ()
) -> tuple[Proposal, list[str]]:
    """A proposal without it, and the keys of the changes that went.

    `lines` are hashes of lines that are gone: places where they stood are not kept either. One
    that waited and has no change left is discarded.
    """
    gone = [one for one in proposal.changes if says(one, sought)]
    kept = [one for one in proposal.changes if one not in gone]
    emptied = bool(gone) and not kept and proposal.state is ProposalState.PENDING
    rest = dataclasses.replace(
        proposal.only(kept),
        title=cutting.without(proposal.title, sought),
        prose=cutting.without(proposal.prose, sought),
        told=tuple(one for one in proposal.told if not _is_told(one, sought)),
        aside=tuple(one for one in proposal.aside if one.sha not in lines),
        state=ProposalState.DISCARDED if emptied else proposal.state,
    )
    return rest, list(map(change_key, gone))


def _is_told(sentence: ToldSentence, sought: Sought) -> bool:
    texts = (sentence.text, *(source.quote for source in sentence.sources))
    return any(map(sought.said_by, texts))


def _texts(change: Change) -> Iterable[str]:
    yield from (change.heading, *change.old, change.new or "", change.proposed or "", change.reason)
    yield from (source.quote for source in change.sources)
    for doubt in change.doubts:
        nearest = doubt.nearest.quote if doubt.nearest else ""
        yield from (" ".join(doubt.words), doubt.message, nearest)
