"""Unattended: what a dream may write when nobody looks. Knows proposals and where lines came from.

Specification: semantics, 'What is ticked', the column 'unattended'.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, Support
from desktop_app.errors import Problem
from desktop_app.language.gate import doubted
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source, line_sha

AGENTS_FOLDERS = frozenset({"OpenClaw", "CowAgent", "nanobot"})
"""Names of layouts in which an agent writes the notes."""
_OWN = (Cause.EDIT, Cause.LINKS, Cause.NOTE, Cause.RENAMED)
_NEVER = (ChangeKind.RETIRED, ChangeKind.SHORTENED, ChangeKind.QUESTION)

IsOwn = Callable[[Source], bool]
"""Whether the person wrote this line."""


def writable(
    proposal: Proposal, is_own: IsOwn, *, agents: bool = False, verbatim: bool = False
) -> frozenset[int]:
    """The numbers of the changes that are written when nobody looks.

    What is ticked and rests on the owner's notes, and the second of two equal lines; `agents`: also
    what rests on notes of agents, since the person has allowed it for this folder. `verbatim`: also
    what no source supports, as the specification has it. Never a question, what is retired or
    shortened or goes to another file, what the gate doubts, what an agent or a chat proposed, or
    what a person has said a word on.
    """
    return frozenset(
        change.n
        for change in proposal.changes
        if _is_meant(change, verbatim)
        and (
            agents
            or change.kind == ChangeKind.REMOVED
            or (change.sources and all(map(is_own, change.sources)))
        )
    )


def _is_meant(change: Change, verbatim: bool) -> bool:
    if change.kind in _NEVER or change.to or change.decided or change.undone or change.question:
        return False
    if doubted(change.new or ""):
        return False
    if change.verdict == Support.SUPPORTED:
        return change.accepted
    return verbatim and change.new is not None


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
    """Which lines of a notebook its owner typed in the window, or gave to `remember`.

    What stands in MEMORY.md has been let in already: only notes count.
    """

    def __init__(self, notebook: Notebook) -> None:
        self._memory = notebook.layout.memory
        self._agents = notebook.layout.name in AGENTS_FOLDERS  # there an agent writes every line
        super().__init__(notebook, lambda cause: cause.kind in _OWN and not cause.client)

    def __call__(self, source: Source) -> bool:
        """Whether the line of a source is the owner's."""
        return not self._agents and (source.path == self._memory or super().__call__(source))


def lines_by(notebook: Notebook, client: str) -> IsOwn:
    """Whether an agent of this name wrote a line; of a folder that agents write, each line."""
    if notebook.layout.name in AGENTS_FOLDERS:
        return lambda source: True
    return LinesOf(notebook, lambda cause: _plain(cause.client) == _plain(client))


def _plain(name: str) -> str:
    """A name as an agent may also write it: `Claude Code` is `claude-code`."""
    return "".join(filter(str.isalnum, name.casefold()))


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
