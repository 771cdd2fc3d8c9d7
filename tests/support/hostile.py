"""Notes that somebody wrote to stop a window. Knows texts only."""

_SIGNS = (
    "![", "[", "]", "[a](", "[a](b) ", "*a", "**a", "_a ", "`a", "~~a", "<", "<a@b.c> ", "&", "\\",
    ">", "> - ", "- ", "1. ", "# ", "|", "a|", "\t", " ", "\u00a0", "\u200d", "\u202e", "a\u0301",
    "記", "א", "\U0001f468\u200d\U0001f469\u200d", "a", "http://a.b/", "[x]: y ", "(", "\ufffc",
    "%",
)  # fmt: skip
_LINES = (
    "- a", "# a", "> a", "1. a", "a", "    a", "---", "```", "|a|b|", "[a]: b", "[a", "- [ ] a",
    "<!--", "***", "\t- a", "- **b** `c` [d](e)", "## Notes (09:12)", "a  ",
)  # fmt: skip


def hostile() -> dict[str, str]:
    """Eighty texts by name."""
    found = {f"{sign!r} in a line": sign * (120_000 // len(sign)) + "x" for sign in _SIGNS}
    found |= {f"{line!r} a line": f"{line}\n" * 20_000 for line in _LINES}
    for spaces in (65_535, 65_536, 70_000, 200_000):
        found[f"{spaces} spaces"] = " " * spaces + "x"
        found[f"{spaces} spaces in a bullet"] = "- a" + " " * spaces + "x"
        found[f"{spaces} spaces behind a heading"] = "# a" + " " * spaces + "x\n- b\n"
    for columns, rows in ((2, 20_000), (10, 500), (4, 4_000), (500, 40), (5_000, 1)):
        row = "|" + "a|" * columns + "\n"
        found[f"a table of {columns} columns"] = row + "|" + "-|" * columns + "\n" + row * rows
    found |= {
        "a table of empty rows": "|" + "a|" * 900 + "\n|" + "-|" * 900 + "\n" + "|\n" * 900,
        "lists in lists": "\n".join("  " * n + "- a" for n in range(300)),
        "quotes in quotes": "\n".join("> " * n + "a" for n in range(300)),
        "links in links": "[" * 20_000 + "a" + "](b)" * 20_000,
        "stars around a word": "*" * 50_000 + "a" + "*" * 50_000,
        "ticks that never close": "".join("`" * n + "a" for n in range(500)),
        "many long bullets": ("- " + "word " * 3_000 + "\n") * 20,
        "many unbroken bullets": ("- " + "x" * 19_000 + "\n") * 20,
        "a long word": "- " + "x" * 31_000 + "\n- y\n",
    }
    return found
