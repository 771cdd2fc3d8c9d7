"""Unattended: what a dream may write when nobody looks. Knows proposals and where lines came from.

Specification: semantics, 'What is ticked', the column 'unattended'.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, Support
from desktop_app.dreams.screen import why_held
from desktop_app.errors import Problem
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha

AGENTS_FOLDERS = frozenset({"OpenClaw", "CowAgent", "nanobot"})
"""Names of layouts in which an agent writes the notes."""
_OWN = (Cause.EDIT, Cause.NOTE)
_NEVER = (ChangeKind.SHORTENED, ChangeKind.RETIRED, ChangeKind.QUESTION)

IsOwn = Callable[[Source], bool]
"""Whether the person wrote this line."""


def writable(
    proposal: Proposal, is_own: IsOwn, *, agents: bool = False, verbatim: bool = False
) -> frozenset[int]:
    """The numbers of the changes that are written when nobody looks.

    `agents`: also what rests on lines of agents, since the person has allowed it for this folder.
    `verbatim`: also what no source supports, as the specification has it. Never a question, what
    moves to another file, what memory would say less by, a secret, an order to an agent, what makes
    memory forget an answer, or what a person has said a word on. The second of two equal lines
    goes.
    """
    return frozenset(
        change.n
        for change in proposal.changes
        if _is_meant(change, verbatim)
        and (
            change.kind == ChangeKind.REMOVED
            or (_is_fact(change) and (agents or _is_own(change, is_own)))
        )
    )


def _is_meant(change: Change, verbatim: bool) -> bool:
    if change.kind in _NEVER or change.decided or change.costs or change.to:
        return False
    supported = change.verdict == Support.SUPPORTED
    return change.accepted if supported else verbatim and bool(change.new)


def _is_fact(change: Change) -> bool:
    """Whether what comes holds no secret and lets no agent act."""
    return why_held(change.new or "") is None


def _is_own(change: Change, is_own: IsOwn) -> bool:
    """Whether it rests on the owner's lines alone, or one of them says it as it is."""
    own = [source for source in change.sources if is_own(source)]
    text = _plain(change.new or "")
    is_said = any(text in _plain(source.quote) for source in own)
    return bool(own) and (is_said or len(own) == len(change.sources))


def _plain(text: str) -> str:
    return " ".join(text.split())


class LinesOf:
    """Which lines of a notebook somebody wrote: those whose version has a cause that is `wrote`.

    The history tells: a line is of who wrote the version that brought it. A line that stands in
    no version came from outside.
    """

    def __init__(self, notebook: Notebook, wrote: Callable[[Cause], bool]) -> None:
        self._notebook = notebook
        self._wrote = wrote
        self._own: dict[str, frozenset[str]] = {}

    def __call__(self, source: Source) -> bool:
        """Whether the line of a source is theirs, in a note or in MEMORY.md itself."""
        if source.path not in self._own:
            self._own[source.path] = self._found(source.path)
        return source.sha in self._own[source.path]

    def _found(self, path: str) -> frozenset[str]:
        """The hashes of their lines in a file; none of one that cannot be read."""
        history = self._notebook.history
        try:
            versions = history.versions(path, -1)
            texts = [history.content(one.version) for one in versions]
            present = _lines(self._notebook.read(path).data)
        except Problem:
            return frozenset()
        theirs = [self._wrote(one.cause) for one in versions]
        return frozenset(_brought_by(present, list(map(_lines, texts)), theirs))


class LinesOfOwner(LinesOf):
    """Which lines of a notebook its owner typed in the window, or gave to `remember`."""

    def __init__(self, notebook: Notebook) -> None:
        theirs = notebook.layout.name in AGENTS_FOLDERS  # there an agent writes every line
        super().__init__(
            notebook, lambda cause: cause.kind in _OWN and not cause.client and not theirs
        )


def lines_by(notebook: Notebook, client: str) -> IsOwn:
    """Whether an agent of this name wrote a line."""
    return LinesOf(notebook, lambda cause: cause.client == client)


def _brought_by(
    present: frozenset[str], newest_first: Sequence[frozenset[str]], theirs: Sequence[bool]
) -> set[str]:
    """Those of the present lines that came with a version of theirs, and stayed since."""
    own: set[str] = set()
    left = set(present)
    steps = pairwise((*newest_first, frozenset[str]()))
    for (lines, older), is_theirs in zip(steps, theirs, strict=True):
        left &= lines
        brought = left - older
        if is_theirs:
            own |= brought
        left -= brought
    return own


def _lines(data: bytes) -> frozenset[str]:
    return frozenset(map(line_sha, split(data.decode("utf-8", "surrogateescape"))))
