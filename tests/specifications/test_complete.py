"""Complete: each scenario of the four specifications has one test that quotes it, or is to come.

The specifications stand here as Markdown, each beside the module of its tests. A test is that of a
scenario by its docstring: the scenario's title, an empty line, then what it says, as it stands.
After a second empty line may stand how specification `semantics` settles it, and why.
"""

import importlib
import inspect
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SPECIFICATIONS = ("auto_memory", "memory_flow", "production_memory", "three_tier_memory")


def said(specification: str) -> list[tuple[str, str]]:
    """The headings of the scenarios, `Scenario: Lazy file creation`, each with what it says."""
    text = (HERE / f"{specification}.md").read_text(encoding="utf-8")
    found = re.findall(r"^#### (.+)\n((?:- .+\n)+)", text, re.MULTILINE)
    assert len(found) == text.count("\n#### "), "a scenario without WHEN and THEN"
    return [(heading, _one_line(re.sub(r"(?m)^- |\*\*", "", body))) for heading, body in found]


def quoted(specification: str) -> list[tuple[str, str]]:
    """The same as the tests quote it, one for each test."""
    module = importlib.import_module(f"tests.specifications.test_{specification}")
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    docs = [f"{inspect.getdoc(test) or test.__name__}\n\n".split("\n\n") for test in tests]
    return [(heading, _one_line(body)) for heading, body, *_ in docs]


def to_come(specification: str) -> list[str]:
    """The titles of the scenarios whose capability is still to come."""
    table = tomllib.loads((HERE / "to_come.toml").read_text(encoding="utf-8"))
    return [title for rows in table.values() for title in rows.get(specification, ())]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _title(heading: str) -> str:
    return heading.partition(": ")[2]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_each_scenario_has_one_test_or_one_row_of_what_is_to_come(specification: str) -> None:
    titles = [_title(heading) for heading, _ in said(specification)]
    assert len(set(titles)) == len(titles) > 8
    held = [_title(heading) for heading, _ in quoted(specification)] + to_come(specification)
    assert Counter(held) == Counter(titles)


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_tests_quote_their_scenarios_as_they_stand(specification: str) -> None:
    assert [one for one in quoted(specification) if one not in said(specification)] == []


def test_the_table_knows_no_other_specification() -> None:
    table = tomllib.loads((HERE / "to_come.toml").read_text(encoding="utf-8"))
    assert {name for rows in table.values() for name in rows} <= set(SPECIFICATIONS)
    assert {path.stem for path in HERE.glob("*.md")} == set(SPECIFICATIONS)
