"""What a notebook leaves out of dreams, search and prompts: files, folders and sections.

Its mark says so: `leave_out = ["Private", "*.draft.md", "## Health"]`. A name with `#` is that of a
heading, any other one a path or a pattern of one. Knows names and text, no files.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

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
    it. Only a heading with `#` ends a section: `---` below a line may be meant as a rule.
    """
    titles = {(name.count("#"), _key(name.lstrip("# "))) for name in names if name.startswith("#")}
    if not titles:
        return text
    lines = text.split("\n")
    headings = Markdown(lines, note=True).headings
    ends = [*(one.start for one in headings[1:]), len(lines)]
    left_out = 0  # the level of the section that is left out now
    for heading, end in zip(headings, ends, strict=False):
        key = _key(heading.title)
        if {(1, key), (heading.level, key)} & titles:
            left_out = min(heading.level, left_out or heading.level)
        elif heading.level <= left_out and heading.end - heading.start == 1:
            left_out = 0
        if left_out:
            for n in range(heading.start, end):
                lines[n] = lines[n][len(lines[n].rstrip("\r")) :]
    return "\n".join(lines)


def _key(title: str) -> str:
    return title_and_time(title.strip("*_` "))[0].strip("*_` ").casefold()
