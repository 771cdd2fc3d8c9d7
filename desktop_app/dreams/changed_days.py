"""Whether the days still have the lines that a waiting proposal rests on. Knows files, no store."""

from dataclasses import replace
from functools import cache

from desktop_app.dreams.proposal import Change, Doubt, Proposal, ProposalState
from desktop_app.errors import Problem
from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha
from desktop_app.words import cut, tr

_LONGEST = 80  # characters of a line that is gone


def is_stale(change: Change) -> bool:
    """Whether a line of the days that it rests on is gone, as far as was looked."""
    return any(doubt.kind == DoubtKind.GONE for doubt in change.doubts)


def as_days_stand(notebook: Notebook, proposal: Proposal) -> Proposal:
    """The waiting proposal with a doubt, and without its tick, for each change that rests on a line
    of a day that is gone. A line that moved is not gone.

    A tick that came after the doubt stays, and a line that is there again takes the doubt away.
    """
    if proposal.state != ProposalState.PENDING:
        return proposal

    @cache
    def lines(path: str) -> frozenset[str]:
        return frozenset(map(line_sha, split(notebook.files.read(path).text)))

    def is_gone(source: Source) -> bool:
        if not source.sha or notebook.layout.date_of(source.path) is None:
            return False
        try:
            return source.sha not in lines(source.path)
        except Problem:  # what cannot be read now may still have it
            return False

    changes = (_marked(one, [s for s in one.sources if is_gone(s)]) for one in proposal.changes)
    return replace(proposal, changes=tuple(changes))


def _marked(change: Change, gone: list[Source]) -> Change:
    known = {doubt.nearest for doubt in change.doubts if doubt.kind == DoubtKind.GONE}
    if known == set(gone):
        return change
    others = (doubt for doubt in change.doubts if doubt.kind != DoubtKind.GONE)
    accepted = change.accepted and known.issuperset(gone)
    return replace(
        change,
        doubts=(*others, *map(_doubt, gone)),
        accepted=accepted,
        decided=change.decided and accepted == change.accepted,
        both=change.both and accepted,
    )


def _doubt(gone: Source) -> Doubt:
    told = tr("The day has changed since: “{line}” is no longer there.")
    return Doubt(DoubtKind.GONE, (), (0, 0), told.format(line=cut(gone.quote, _LONGEST)), gone)
