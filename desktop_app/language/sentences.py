"""A text cut into its sentences. Knows marks of the end and quotes, no words."""

import re

from desktop_app.language.tokens import script

_END = re.compile(r"[.!?…]+[\"'”’」』)）]*(?=\s|$)|[。！？…]+[”’」』）]*|\n\s*\n")
_SHORT = re.compile(r"(?:^|\W)[A-Z][a-z]{0,2}\Z")  # Dr. Okafor is no end of a sentence
_QUOTE = re.compile(r"“[^“”]*”|「[^「」]*」|『[^『』]*』")


def sentences(text: str) -> list[str]:
    """The sentences of a text in their order; a quote is never cut."""
    inside = [match.span() for match in _QUOTE.finditer(text)]
    cut, start = [], 0
    for match in _END.finditer(text):
        quoted = any(first < match.start() and match.end() <= last for first, last in inside)
        short = match[0] == "." and _SHORT.search(text, start, match.start())
        if not (quoted or short):
            cut.append(text[start : match.end()])
            start = match.end()
    return [" ".join(one.split()) for one in [*cut, text[start:]] if one.strip()]


def own_language(text: str) -> str:
    """The language that a text is told in, whatever it quotes: `en`, `zh-Hant` or `zh-Hans`."""
    own = _QUOTE.sub(" ", text)
    return script(own if own.strip() else text)
