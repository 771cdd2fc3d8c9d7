"""The look as plain data: colours and type. Knows no Qt.

Everything that draws reads these tables through `theme.Theme`; a test holds every text pair at
4.5:1 or better in both themes, and at 7:1 or better in high contrast (WCAG 2.2, 1.4.3 and 1.4.6).
"""

from typing import NamedTuple

# token: (light, dark)
COLOURS: dict[str, tuple[str, str]] = {
    "win": ("#F3F2EF", "#17171B"),  # rail and status bar
    "side": ("#F8F7F5", "#1C1C21"),  # list and inspector
    "doc": ("#FFFFFF", "#222228"),
    "raised": ("#FFFFFF", "#2A2A31"),
    "hover": ("#ECEAE5", "#2C2C33"),
    "border": ("#E1DED8", "#38383F"),
    "text": ("#1F1E1B", "#EAE8E3"),
    "text2": ("#57544D", "#B9B6AE"),
    "text3": ("#6B6860", "#A7A49D"),
    "accent": ("#4B44C6", "#A9A4FF"),
    "accent-on": ("#FFFFFF", "#17171B"),
    "accent-bg": ("#E7E6FA", "#34325A"),
    "add-bg": ("#E1F3E5", "#1D3626"),
    "add-fg": ("#14532D", "#BFE8CB"),
    "add-word": ("#AEE0B9", "#2F6B43"),
    "del-bg": ("#FBE7E5", "#43232A"),
    "del-fg": ("#7F1D1D", "#F6C6C8"),
    "del-word": ("#F3B9B4", "#86363F"),
    "warn": ("#8A5300", "#F0C064"),
    "warn-bg": ("#FCF0D8", "#3A301B"),
    "ok": ("#1D7237", "#7FD698"),
    "danger": ("#B3261E", "#FF9A92"),
    "hit": ("#FFE58A", "#6B5600"),
    "accent-hover": ("#3D37A8", "#BDB9FF"),
    "segment": ("#FFFFFF", "#3A3A42"),  # the chosen part of a segmented control
    "track": ("#88857C", "#7A7A83"),  # the edge of a segmented control
    "scroll": ("#CFCBC3", "#4A4A52"),
    "heat1": ("#D5D3F4", "#353360"),
    "heat2": ("#ABA6EA", "#4E4A93"),
    "heat3": ("#6D65D3", "#8A84E0"),
    "heat3-digit": ("#FFFFFF", "#111114"),
}

# What differs in high contrast: black and white grounds, and lines that are seen like text.
HIGH_CONTRAST: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("win", "side", "doc", "raised", "segment"), ("#FFFFFF", "#000000")),
    "hover": ("#E9E7F8", "#26244A"),
    "border": ("#57544D", "#B9B6AE"),
    "track": ("#57544D", "#B9B6AE"),
    "scroll": ("#57544D", "#B9B6AE"),
    "text": ("#000000", "#FFFFFF"),
    "text2": ("#24221E", "#F0EEE9"),
    "text3": ("#33312C", "#E2DFD8"),
    "accent": ("#2B24A0", "#CFCBFF"),
    "accent-on": ("#FFFFFF", "#000000"),
    "accent-bg": ("#DFDDF9", "#26244A"),
    "accent-hover": ("#1D1780", "#E4E2FF"),
    "add-fg": ("#06330F", "#D3F5DC"),
    "add-word": ("#AEE0B9", "#1F5230"),
    "del-fg": ("#5A0A0A", "#FFDDDE"),
    "del-word": ("#F3B9B4", "#6E2129"),
    "warn": ("#5A3600", "#FFD98C"),
    "ok": ("#0A4A1C", "#A8F2BB"),
    "danger": ("#860D08", "#FFC4BE"),
    "hit": ("#FFE58A", "#5A4700"),
    "heat1": ("#D5D3F4", "#2B2950"),
    "heat2": ("#ABA6EA", "#3D3A7C"),
    "heat3": ("#2B24A0", "#CFCBFF"),
    "heat3-digit": ("#FFFFFF", "#000000"),
}


class Type(NamedTuple):
    """One role of type: pixels at zoom 1, weight (400-700), fixed pitch or not."""

    size: int
    weight: int = 400
    mono: bool = False


TYPE: dict[str, Type] = {
    "caption": Type(11, 600),
    "meta": Type(12),
    "ui": Type(13),
    "strong": Type(13, 600),
    "chat": Type(14),
    "body": Type(15),
    "diary": Type(17),
    "section": Type(16, 600),
    "title": Type(22, 600),
    "big": Type(24, 600),
    "mono": Type(13, mono=True),
}

ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


def colour(token: str, *, dark: bool, high: bool = False) -> str:
    """What a token is drawn in, as `#RRGGBB`."""
    table = HIGH_CONTRAST if high and token in HIGH_CONTRAST else COLOURS
    return table[token][dark]
