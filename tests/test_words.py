"""Words: every text that a person sees goes through one function, so that it can be translated."""

import ast
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from desktop_app import languages
from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.faces import terminal
from desktop_app.faces.operations import every
from desktop_app.ui.conversation.talk_words import flushed_news
from desktop_app.words import tr
from tests.support import architecture, catalogues

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "desktop_app"
SEEN = ("ui", "faces", "dreams", "memory", "language")  # whose words are for a person
# Tests, files, styles, a report for us, and the diary: it is a file of the notebook, in its
# language.
NOT_SEEN = (
    "smoke.py",
    "identity.py",
    "ui/reading/html.py",
    "ui/reading/page.py",
    "look/theme.py",
    "dreams/diary_entry.py",
)
WORDS = re.compile(r"[A-Za-z’']{2,}[,;:]? [A-Za-z’']{2,}")
SENTENCE = re.compile(r"[A-Z“].*[a-z}”]{2} [a-z{“].*[.:]$", re.S)
LOOKED_UP = ("tr", "counted")
NO_TEXTS = ("fill", "regex")  # a section of a prompt, by its title; a pattern
SQL = re.compile(r"^(?:select|insert|delete|drop|update|create|pragma) |\?$|<> ''|in \('")
NO_WORDS = re.compile(
    r"nightstand |px;|d{4}, |\(\.\*\?\)|\bmatch \?|\bwhere version|tuple\[|two actions are"
    r"|event-stream|key, chosen, seen|never asked|inbox (?:answer|undo)|<sup style"
    r"|^--notebook DIR$|^since:\{\} until:\{\}$|^<(?:span|a|table) |text-decoration: none"
)
COMMANDS = {"init", "open", *(operation.name for operation in every())}


def modules(every: bool = False) -> list[tuple[str, ast.Module]]:
    return [each for each in architecture.parsed() if every or not each[0].endswith(NOT_SEEN)]


def called(node: ast.AST) -> str:
    function = getattr(node, "func", None)
    return getattr(function, "id", "") or getattr(function, "attr", "")


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that stand outside `tr`, with their lines; not docstrings, names, logs or faults."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        part: list[ast.AST] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            part = [node.value]
        elif isinstance(node, ast.Compare | ast.Raise) and "Problem" not in ast.dump(node):
            part = [node]
        elif isinstance(node, ast.Dict):
            part = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            part = [node.annotation]
        elif isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases):
            part = [node]  # values that are kept; `test_no_name_of_a_state_is_translated`
        elif isinstance(node, ast.Call) and (
            called(node) in LOOKED_UP + NO_TEXTS
            or re.match(r"log\.|re\.|cast", ast.unparse(node.func))
        ):
            part = [node]
        passed.update(id(one) for root in part for one in ast.walk(root))
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            passed.update(map(id, ast.walk(node)))
            values = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            yield node.lineno, "".join(map(str, values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("seen", [True, False])
def test_no_text_for_a_person_goes_past_the_catalogue(seen: bool) -> None:
    kind = WORDS if seen else SENTENCE
    assert [
        f"{name}:{line}: {text}"
        for name, tree in modules()
        if name.startswith(SEEN) is seen
        for line, text in literals(tree)
        if kind.search(text.replace("{}", "")) and not (NO_WORDS.search(text) or SQL.search(text))
        if not COMMANDS.issuperset(text.split())
    ] == []


def test_each_text_is_a_literal_whose_gaps_are_filled() -> None:
    """`xgettext` reads the source; a gap that nobody fills would be shown as it stands."""
    wrong = []
    for name, tree in modules():
        filled = {
            id(node.func.value): {word.arg for word in node.keywords}
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "format"
        }
        for node in ast.walk(tree):
            if called(node) == "counted" and len(node.args) == 3:
                texts = node.args[:2]
                if not all(isinstance(text, ast.Constant) for text in texts):
                    wrong.append(f"{name}:{node.lineno} is no literal")
                elif any(gaps_of(text) - {"count"} != others(node) for text in texts):
                    wrong.append(f"{name}:{node.lineno} has a gap that nobody fills")
            if called(node) != "tr" or not isinstance(node, ast.Call):
                continue
            text = node.args[0]
            if not isinstance(text, ast.Constant):
                wrong.append(f"{name}:{node.lineno} is no literal")
            elif None in filled.get(id(node), ()):  # an answer fills them, or a KeyError is raised
                if not filled[id(node)] - {None} <= gaps_of(text):
                    wrong.append(f"{name}:{node.lineno} {sorted(gaps_of(text))}")
            elif node.args[1:] and not isinstance(node.args[-1], ast.Starred):
                if {*re.findall(r"%([1-9])", text.value)} != {*map(str, range(1, len(node.args)))}:
                    wrong.append(f"{name}:{node.lineno} fills other gaps than it has")
            elif id(node) in filled and gaps_of(text) != filled[id(node)]:
                wrong.append(f"{name}:{node.lineno} {sorted(gaps_of(text))}")
    assert wrong == []


def test_what_fills_a_gap_has_no_gap_itself() -> None:
    news = flushed_news(Flushed("memory/quay%20%2.md", 7, "", "builtin"))
    assert news is not None
    assert news.words == "Notes saved in memory/quay%20%2.md, line 7"
    assert tr("%1 in %2", "all of %2", "5 %1") == "all of %2 in 5 %1"


def gaps_of(text: ast.expr) -> set[str]:
    assert isinstance(text, ast.Constant)
    return {gap for _, gap, _, _ in string.Formatter().parse(text.value) if gap}


def others(call: ast.AST) -> set[str]:
    """The names under which a call hands over what fills a gap."""
    return {str(word.arg) for word in getattr(call, "keywords", ())}


def test_no_name_of_a_state_is_translated() -> None:
    enums = [
        node
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases)
    ]
    assert [one.name for one in enums if any(called(node) == "tr" for node in ast.walk(one))] == []


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_no_text_is_left_out_of_a_catalogue(locale: str) -> None:
    """`make words` lists what is missing; its translation goes into the .po file."""
    texts = set(catalogues.texts(tree for _, tree in modules(every=True)))
    pairs = [text[0] for text in texts if isinstance(text, tuple)]
    assert sorted(pairs) == sorted(set(pairs)), "one singular has two plurals"
    kept = {message.id: catalogues.said(message) for message in entries(locale)}
    assert {text for text in texts if not kept.get(text)} == set()
    assert kept.keys() - texts == set(), "the program has these no more"


@cache
def entries(locale: str) -> list[Message]:
    return list(catalogues.entries(catalogues.read(locale)))


HAN = re.compile("[\u4e00-\u9fff]")
HALF = re.compile(r"[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?:\s|$)")
MARKS = {"zh_CN": re.compile("[「」『』]"), "zh_TW": re.compile("[“”‘’]")}
NAMES = re.compile(  # what is called so in every language
    r"(?:MEMORY\.md|Nightstand|Ollama|token|%\d|\{[^}]*\}|\W|\d|usage)*"
)
KEPT = re.compile(
    r"`[^`]+`|--[a-z-]+|nightstand [a-z]+|%\d|[\w.]+\.(?:md|json|toml)|⌘|\n|Ctrl(?!\+click)\S+"
)


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_each_translation_keeps_what_a_program_or_a_person_relies_on(locale: str) -> None:
    wrong = []
    for message in entries(locale):
        texts = message.id if isinstance(message.id, tuple) else (message.id,)
        told = catalogues.said(message)
        if gaps_in(told) != gaps_in(texts[-1]):
            wrong.append(f"other gaps: {told}")
        if sorted(KEPT.findall(told)) != sorted(KEPT.findall(texts[-1])):
            wrong.append(f"another command, path, key or line: {told}")
        if told.count("&") != texts[-1].count("&"):
            wrong.append(f"another accelerator: {told}")
        if HALF.search(told) or MARKS[locale].search(told):
            wrong.append(f"signs of another language: {told}")
        if not HAN.search(told) and not NAMES.fullmatch(told):
            wrong.append(f"not translated: {told}")
    assert wrong == []


def gaps_in(text: str) -> list[tuple[str, str]]:
    """The gaps of a text, with their forms. Braces that are none are no gaps."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return []
    return sorted({(gap, form or "") for _, gap, form, _ in parts if gap})


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_a_compiled_catalogue_is_what_stands_in_the_written_one(locale: str) -> None:
    """After a merge `make words` makes it anew."""
    made = catalogues.compiled(catalogues.read(locale))
    assert made == catalogues.po(locale).with_suffix(".mo").read_bytes()


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_the_name_of_who_dreamt_touches_no_chinese_word(locale: str) -> None:
    """It may be in Latin letters, which stand apart from Chinese ones."""
    close = re.compile(r"[\u4e00-\u9fff]\{dreamer\}|\{dreamer\}[\u4e00-\u9fff]")
    assert [told for m in entries(locale) if close.search(told := catalogues.said(m))] == []


@pytest.mark.parametrize("locale", catalogues.LOCALES)
def test_a_chinese_text_for_one_and_for_many_has_no_word_for_it_or_them(locale: str) -> None:
    several = [
        said for one in entries(locale) if not isinstance(one.id, str) for said in one.string
    ]
    assert len(several) > 80
    assert [said for said in several if re.search("：它|[它他]们|[它他]們", said)] == []


def test_traditional_chinese_has_the_words_of_taiwan() -> None:
    mainland = re.compile(
        "默認|文件夾|軟件|鼠標|屏幕|網絡|窗口|打印|搜索|菜單|內存|信息|用戶(?!端)|裏|爲|臺|着"
    )
    assert [told for m in entries("zh_TW") if mainland.search(told := catalogues.said(m))] == []


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["zh_Hant_HK.UTF-8"], "zh_TW"), (["zh-Hant-TW"], "zh_TW"), (["zh_MO"], "zh_TW"),
        (["zh_SG"], "zh_CN"), (["zh-Hans-CN"], "zh_CN"), (["zh"], "zh_CN"),
        (["en_US", "zh_CN"], "en"), (["C"], "en"), (["C.UTF-8"], "en"), (["de_DE@euro"], "de"),
        ([], "en"),
    ],
)  # fmt: skip
def test_each_name_of_a_language_finds_its_catalogue(tags: list[str], language: str) -> None:
    assert languages.first(tags) == language


def test_the_environment_names_languages_as_it_does_to_gettext() -> None:
    def first(**environment: str) -> str:
        return languages.first(languages.of_environment(environment))

    assert first(LANG="zh_TW.UTF-8") == "zh_TW"
    assert first(LANG="en_US.UTF-8", LC_MESSAGES="zh_CN.UTF-8") == "zh_CN"
    assert first(LANG="en_US.UTF-8", LC_ALL="zh_CN", LC_MESSAGES="de_DE") == "zh_CN"
    assert first(LANG="en_US.UTF-8", LANGUAGE="zh_TW:en") == "zh_TW"
    assert first(LC_ALL="C", LANGUAGE="zh_TW") == "en", "who asks for C wants no translation"


def told(words: list[str], language: str, **more: str) -> str:
    env = os.environ | {"LANGUAGE": language, "COLUMNS": "80"} | more
    command = [sys.executable, "-m", "desktop_app", *words]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True).stdout.decode()


def test_the_language_in_the_settings_wins_over_that_of_the_system(tmp_path: Path) -> None:
    place = tmp_path / "nightstand" / "settings.toml"
    place.parent.mkdir()
    place.write_text('[appearance]\nlanguage = "zh_TW"\n', encoding="utf-8")
    if sys.platform == "linux":
        assert "列出它有多少內容" in told(["--help"], "zh_CN", XDG_CONFIG_HOME=str(tmp_path))
    place.write_text("[appearance\n", encoding="utf-8")  # damaged: the system's holds
    assert "列出它有多少内容" in told(["--help"], "zh_CN", XDG_CONFIG_HOME=str(tmp_path))
    assert "count what it holds" in told(["--help"], "fr")


def test_help_in_chinese_fits_the_terminal() -> None:
    shown = told(["dream", "--help"], "zh_TW").splitlines()
    assert any("閱讀多少天" in line for line in shown)
    assert [line for line in shown if terminal.width(line) > 80] == []
    assert not any(line.lstrip().startswith(("，", "。", "）")) for line in shown)


def test_sentences_stand_together_as_their_script_does() -> None:
    assert str(Problem("It is full.", "Make room.")) == "It is full. Make room."
    assert str(Problem("满了。", "请腾出空间。")) == "满了。请腾出空间。"
    assert str(Problem("Alone.")) == "Alone."


def test_what_a_screen_reader_says_has_the_stop_of_the_language() -> None:
    say = "from desktop_app.words import spoken; print(spoken('3', '', '4。', '5'))"
    for language, told in (("en", "3. 4。5."), ("zh_CN", "3。4。5。")):
        env = os.environ | {"LANGUAGE": language, "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", say]
        ended = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
        assert ended.stdout.strip() == told
    joined = [str(path) for path in (HOUSE / "ui").rglob("*.py") if '". ".join' in path.read_text()]
    assert joined == []
