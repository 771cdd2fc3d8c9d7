"""Whether the days still have the lines that a proposal rests on, and who may see them."""

from dataclasses import replace
from typing import TypeVar

from desktop_app.dreams.proposal import (
    AsideLine,
    Change,
    Doubt,
    Proposal,
    ProposalState,
    ToldSentence,
)
from desktop_app.errors import Problem
from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import LinesNow, Source
from desktop_app.words import cut, tr

_LONGEST = 80  # characters of a line that is gone
_Rests = TypeVar("_Rests", Change, ToldSentence)


def is_stale(change: Change) -> bool:
    """Whether a line of the days that it rests on is gone, as far as was looked."""
    return any(doubt.kind == DoubtKind.GONE for doubt in change.doubts)


def as_days_stand(notebook: Notebook, proposal: Proposal) -> Proposal:
    """The waiting proposal with its sources, and what it left, where these lines stand now; with a
    doubt, and without its tick, for each change that rests on a line of a day that is gone.

    A tick that came after the doubt stays, and a line that is there again takes the doubt away.
    """
    if proposal.state != ProposalState.PENDING:
        return proposal

    lines = LinesNow(lambda path: notebook.files.read(path).text)

    def place(source: Source | AsideLine) -> int | None:
        try:
            return lines.place(source.path, source.line, source.sha) if source.sha else source.line
        except Problem:  # what cannot be read now may still have it
            return source.line

    def now(rests: _Rests) -> _Rests:
        places = (replace(one, line=place(one) or one.line) for one in rests.sources)
        return replace(rests, sources=tuple(places))

    def is_gone(source: Source) -> bool:
        return notebook.layout.date_of(source.path) is not None and place(source) is None

    changes = (_marked(now(one), [*filter(is_gone, one.sources)]) for one in proposal.changes)
    aside = tuple(replace(one, line=place(one) or one.line) for one in proposal.aside)
    told = tuple(map(now, proposal.told))
    return replace(proposal, changes=tuple(changes), told=told, aside=aside)


def _marked(change: Change, gone: list[Source]) -> Change:
    known = {doubt.nearest for doubt in change.doubts if doubt.kind == DoubtKind.GONE}
    if known == set(gone):
        return change
    others = (doubt for doubt in change.doubts if doubt.kind != DoubtKind.GONE)
    told = tr("The day has changed since: “{line}” is no longer there.")
    doubts = (
        Doubt(DoubtKind.GONE, (), (0, 0), told.format(line=cut(one.quote, _LONGEST)), one)
        for one in gone
    )
    accepted = change.accepted and known.issuperset(gone)
    return replace(
        change,
        doubts=(*others, *doubts),
        accepted=accepted,
        decided=change.decided and accepted == change.accepted,
        both=change.both and accepted,
    )
