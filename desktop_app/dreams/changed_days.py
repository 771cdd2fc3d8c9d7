"""Where the lines stand now that a waiting proposal rests on, and whether the days still have them.
Knows files, no store.
"""

from collections.abc import Iterable
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
    """The waiting proposal with its sources where their lines stand now; with a doubt, and without
    its tick, for each change that rests on a line of a day that is gone.

    A tick that came after the doubt stays, and a line that is there again takes the doubt away.
    """
    if proposal.state != ProposalState.PENDING:
        return proposal

    @cache
    def places(path: str) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for n, line in enumerate(split(notebook.files.read(path).text), 1):
            found.setdefault(line_sha(line), []).append(n)
        return found

    def place(source: Source) -> int | None:
        """The line nearest to where it stood; None where none is the same any more."""
        try:
            same = places(source.path).get(source.sha, ()) if source.sha else (source.line,)
        except Problem:  # what cannot be read now may still have it
            same = (source.line,)
        return min(same, key=lambda n: abs(n - source.line), default=None)

    def now(sources: Iterable[Source]) -> tuple[Source, ...]:
        return tuple(replace(one, line=place(one) or one.line) for one in sources)

    def is_gone(source: Source) -> bool:
        return notebook.layout.date_of(source.path) is not None and place(source) is None

    changes = (
        _marked(replace(one, sources=now(one.sources)), [*filter(is_gone, one.sources)])
        for one in proposal.changes
    )
    told = (replace(one, sources=now(one.sources)) for one in proposal.told)
    return replace(proposal, changes=tuple(changes), told=tuple(told))


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
