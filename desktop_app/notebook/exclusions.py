"""What a notebook leaves out of dreams, search and prompts: files, folders and sections.

Its mark says so: `leave_out = ["Private", "*.draft.md", "## Health"]`. A name with `#` is that of a
heading, any other one a path or a pattern of one. Knows names and text, no files.
"""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from desktop_app.notebook.text.fences import fenced
from desktop_app.notebook.text.headings import title_and_time

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*$")


def leaves_out(names: Sequence[str], path: str) -> bool:
    """Whether a file is one of these, or lies in a folder that is."""
    parts = path.split("/")
    places = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    wanted = [name.strip("/") for name in names if not name.startswith("#")]
    return any(fnmatchcase(place, name) for place in (*places, parts[-1]) for name in wanted)


def without_sections(names: Sequence[str], text: str) -> str:
    """The text with empty lines for the sections of these headings, so that the others keep their
    numbers. Titles are alike without case and time; the level counts where several signs say it.
    """
    titles = {(name.count("#"), _key(name.lstrip("# "))) for name in names if name.startswith("#")}
    if not titles:
        return text
    lines = text.split("\n")
    inside = fenced(lines)
    left_out = 0  # the level of the section that is left out now
    for n, line in enumerate(lines):
        heading = _HEADING.match(line) if n not in inside else None
        if heading:
            level = len(heading[1])
            if not left_out or level <= left_out:
                named = {(1, _key(heading[2])), (level, _key(heading[2]))} & titles
                left_out = level if named else 0
        if left_out:
            lines[n] = line[len(line.rstrip("\r")) :]
    return "\n".join(lines)


def _key(title: str) -> str:
    return title_and_time(title)[0].strip().casefold()
