"""Which colours carry text on which grounds, and how far they stand apart."""

# Every foreground that may stand on a background as words.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "text2", "text3") for ground in ("win", "side", "doc")),
    *((text, "raised") for text in ("text", "text2", "text3")),
    *((text, "hover") for text in ("text", "text2", "text3")),
    *((text, "accent-bg") for text in ("text", "text2", "text3", "accent")),
    *(("accent", ground) for ground in ("win", "side", "doc", "raised", "hover")),
    ("accent-on", "accent"),
    ("accent-on", "accent-hover"),
    ("text", "segment"),
    ("add-fg", "add-bg"),
    ("add-fg", "add-word"),
    ("del-fg", "del-bg"),
    ("del-fg", "del-word"),
    ("warn", "warn-bg"),
    *((state, ground) for state in ("ok", "danger", "warn") for ground in ("win", "side", "doc")),
    *((state, "raised") for state in ("ok", "danger")),
    ("danger", "del-bg"),
    ("text", "hit"),
    ("text", "heat1"),
    ("text", "heat2"),
    ("heat3-digit", "heat3"),
)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two `#RRGGBB` colours, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
