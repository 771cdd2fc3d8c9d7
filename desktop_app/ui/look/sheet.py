"""The style sheet: `resources/window.qss` with the values of the token table.

Widgets say what they are through dynamic properties (`role`, `tone`, `kind`, `surface`), so one
new sheet restyles everything when the theme or the zoom changes. Traps that shape it: a radius
over half the height is dropped, so chips and pills have a fixed height; a border that grows on
focus would move the text, so padding shrinks by as much.
"""

from functools import cache
from string import Template
from typing import TYPE_CHECKING, ClassVar

from desktop_app import resources
from desktop_app.ui.look import tokens

if TYPE_CHECKING:
    from desktop_app.ui.look.theme import Theme


class _Names(Template):
    delimiter = "@"
    idpattern = r"[a-z][a-z0-9\-]*"


class _Values(dict[str, str]):
    """Colours by token; lengths by a letter and a number, worked out when asked for.

    `@l12` is 12 px at the present zoom. Inside a ring that takes the place of a 1 px border:
    `@r12` for heights and `@p12` for sides; where there was no border at all: `@b12` and `@q12`.
    """

    _LESS: ClassVar = {"l": 0, "p": 1, "r": 2, "q": 2, "b": 4}

    def __init__(self, look: "Theme") -> None:
        super().__init__({token: look.hex(token) for token in tokens.COLOURS})
        # A style sheet takes pictures from files only: a grey suits both themes, a check does not.
        for name, file in (("neutral-down", "neutral-down"), ("check", f"check-{look.name}")):
            self[name] = (resources.folder() / "icons" / f"{file}.svg").as_posix()
        self._px = look.px

    def __missing__(self, name: str) -> str:
        return f"{max(0, self._px(int(name[1:])) - self._LESS[name[0]])}px"


def style_sheet(look: "Theme") -> str:
    return _Names(_rules("window.qss")).substitute(_Values(look)) + _type(look)


def page_style(look: "Theme", line: int, name: str = "page.css") -> str:
    """What Qt reads of CSS for a page of HTML, whose lines are so many pixels high."""
    values = _Values(look)
    values.update(line=f"{look.px(line)}px", mono=", ".join(map(repr, look.mono)))
    return _Names(_rules(name)).substitute(values)


@cache
def _rules(name: str) -> str:
    return (resources.folder() / name).read_text(encoding="utf-8")


def _type(look: "Theme") -> str:
    code = f" font-family: {', '.join(map(repr, look.mono))};"
    return "\n".join(
        f'QLabel[role="{role}"], QPushButton[role="{role}"] {{ font-size: {look.px(kind.size)}px; '
        f"font-weight: {kind.weight};{code if kind.mono else ''} }}"
        for role, kind in tokens.TYPE.items()
    )
