"""Prompts: Markdown files with sections, filled with what a model is to read. Knows no notes.

A file `dream.en.md` has sections under `# Title` lines; `$name` in them is replaced once, so what
is put in is never read as a part of the prompt's own form.
"""

import re
import secrets
from functools import cache
from string import Template, ascii_lowercase

from desktop_app import resources
from desktop_app.dreams.consolidator.marks import without_marks
from desktop_app.models.model import ModelMessage, PromptRole

_SECTION = re.compile(r"^# (.+)\n", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.:])\s|(?<=[。：；])")
_SCRIPTS = {"zh-Hans": "简体中文", "zh-Hant": "繁體中文", "en": "English"}
_QUOTES = str.maketrans("“”‘’", "「」『』")
_FENCE = 11  # letters, about 50 bits


class Prompt:
    """One kind of prompt in the language of the notes: `en`, `zh-Hans` or `zh-Hant`."""

    def __init__(self, name: str, language: str) -> None:
        self.language = language
        self._sections = _sections(name, language)

    def has(self, section: str) -> bool:
        return section in self._sections

    def fill(self, section: str, **values: str) -> str:
        """A section with its values."""
        whole = {"script": _SCRIPTS[self.language], **values}
        return Template(self._sections[section]).substitute(whole)

    def messages(
        self, section: str, fault: str | None = None, form: str = "", **values: str
    ) -> tuple[ModelMessage, ...]:
        """The rules and what is asked; with `fault` once more, and with another `form` of answer.

        Both stand at the end, so that a server may go on from what it has read already.
        """
        asked = [self.fill(section, **values)]
        if fault is not None:
            asked.append(self.fill("Again", fault=self.faults[fault]))
        if form:
            asked.append(self.fill(form))
        rules = ModelMessage(PromptRole.SYSTEM, self.fill("Rules", **values))
        return rules, ModelMessage(PromptRole.USER, "\n\n".join(asked))

    @property
    def faults(self) -> dict[str, str]:
        """What the model is told of its last answer, by the names of its faults."""
        rows = (row.partition(":") for row in self._sections["Faults"].splitlines())
        return {name: text.strip() for name, _, text in rows}

    def own_lines(self) -> frozenset[str]:
        """The prompt's own lines and sentences, by which a copy of the instructions is known."""
        lines = [line.strip(" -") for text in self._sections.values() for line in text.splitlines()]
        sentences = [part.strip() for line in lines for part in _SENTENCE.split(line)]
        return frozenset(without_marks(each)[0] for each in (*lines, *sentences)) - {""}


def a_fence() -> str:
    """A line that no note can know beforehand. Any counts as many tokens as any other, or another
    try would be cut into other parts.
    """
    return f"=== {''.join(map(secrets.choice, [ascii_lowercase] * _FENCE))} ==="


@cache
def _sections(name: str, language: str) -> dict[str, str]:
    file = f"{name}.{'en' if language == 'en' else 'zh'}.md"
    text = (resources.folder() / "prompts" / file).read_text(encoding="utf-8")
    if language == "zh-Hant":
        from opencc import OpenCC  # long to load

        text = OpenCC("s2twp").convert(text).translate(_QUOTES)
    _, *parts = _SECTION.split(text)
    return {title: body.strip() for title, body in zip(parts[::2], parts[1::2], strict=True)}
