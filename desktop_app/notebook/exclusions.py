"""What a notebook leaves out of dreams, search and prompts: files, folders and sections.

Its mark says so: `leave_out = ["Private", "*.draft.md", "## Health"]`. A name with `#` is that of a
heading, any other one a path or a pattern of one. Knows names and text, opens no file.
"""

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.text.headings import title_and_time


def leaves_out(names: Sequence[str], path: str) -> bool:
    """Whether a file is one of these, or lies in a folder that is. A name without `/` is that of a
    file or a folder anywhere; capitals do not count.
    """
    parts = path.casefold().split("/")
    places = [*parts, *("/".join(parts[: n + 1]) for n in range(len(parts)))]
    wanted = [name.strip("/").casefold() for name in names if not name.startswith("#")]
    return any(fnmatchcase(place, name) for place in places for name in wanted)


def without_sections(names: Sequence[str], text: str) -> str:
    """The text with empty lines for the sections of these headings, so that the others keep their
    numbers. Titles are alike without case, marks and time; the level counts where several signs say
    it.
    """
    titles = {(name.count("#"), _key(name.lstrip("# "))) for name in names if name.startswith("#")}
    if not titles:
        return text
    lines = text.split("\n")
    for heading, end in Markdown(lines.copy(), note=True).sections():
        key = _key(heading.title)
        if {(1, key), (heading.level, key)} & titles:
            for n in range(heading.start, end):
                lines[n] = lines[n][len(lines[n].rstrip("\r")) :]
    return "\n".join(lines)


def _key(title: str) -> str:
    return title_and_time(title.strip("*_` "))[0].strip("*_` ").casefold()


def used_of(there: Snapshot, names: Sequence[str]) -> Snapshot:
    """A file without what these names leave out."""
    if not names or not there.exists:
        return there
    text = "" if leaves_out(names, there.path) else without_sections(names, there.text)
    data = text.encode("utf-8", "surrogateescape")
    return replace(there, data=data, sha=sha_of(data))
