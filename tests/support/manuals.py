"""The manual in Chinese: Traditional pages made from Simplified ones, and what pages share.

`python -m tests.support.manuals` writes the Traditional pages. Simplified ones are written by hand.
What Taiwan says otherwise goes into `taiwan.toml`.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.catalogues import ROOT, draft

ENGLISH = ROOT / "resources" / "help"
SIMPLIFIED, TRADITIONAL = ENGLISH / "zh_CN", ENGLISH / "zh_TW"
FENCE = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
_KEPT = re.compile(
    r"`[^`\n]+`|^```json.*?^```$|^\$ [^\n]*$|^nightstand [^\n]*?(?= #|$)", re.M | re.S
)


def prose(text: str) -> str:
    """A page without its blocks."""
    return FENCE.sub("", text)


def commands(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """The words of each command, and the lines that the block shows as its answer."""
    shown = "$ " in block
    words: list[str] = []
    answer: list[str] = []
    for line in block.splitlines():
        if not shown or line.startswith("$ "):
            if words:
                yield words, answer
            words, answer = shlex.split(line.removeprefix("$ "), comments=True), []
        else:
            answer.append(line)
    if words:
        yield words, answer


def shared(text: str) -> dict[str, object]:
    """What a page has in every language: headings, code and links as they are counted, commands,
    and the blocks that are no commands by their number of lines."""
    words = prose(text)
    return {
        "headings": re.findall(r"^(#+) ", words, re.MULTILINE),
        "items": len(re.findall(r"^ *(?:- |\d\. )", words, re.MULTILINE)),
        "table rows": len(re.findall(r"^\|", words, re.MULTILINE)),
        "code": Counter(CODE.findall(words)),
        "links": Counter(LINK.findall(words)),
        "blocks": [_block(*each) for each in FENCE.findall(text)],
    }


def _block(kind: str, name: str, text: str) -> tuple[object, ...]:
    if kind in ("sh", "console"):
        return kind, [(words, len(answer)) for words, answer in commands(text)]
    return kind, name, text if name else len(text.splitlines())


def traditional(page: str) -> str:
    """A Simplified page as Taiwan writes it; code, commands and data stay."""
    told, begin = "", 0
    for kept in _KEPT.finditer(page):
        told += draft(page[begin : kept.start()]) + kept[0]
        begin = kept.end()
    return told + draft(page[begin:])


def main() -> None:
    """Write the Traditional pages."""
    TRADITIONAL.mkdir(exist_ok=True)
    for path in sorted(SIMPLIFIED.glob("*.md")):
        page = traditional(path.read_text(encoding="utf-8"))
        Path(TRADITIONAL / path.name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
