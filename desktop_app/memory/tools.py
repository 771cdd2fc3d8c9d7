"""Tools: what a model, or a program, may do with an open notebook. Knows no model and no server.

Specification: auto-memory, 'LLM 記憶工具'; memory-flow, 'Memory Tools Map'; semantics, 'Tools for
models'. Two families of names share one table and one implementation. Reading is free, what was
appended can be undone, and replacing is for a person to allow.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from desktop_app import resources
from desktop_app.dreams.talk.extract import Category
from desktop_app.errors import Problem
from desktop_app.language.gate import doubted, held, reason_of
from desktop_app.memory.files import UpdateMode
from desktop_app.memory.tool_host import NotebookTools, Replacement, Undo, Wrote, noted
from desktop_app.models.model import ModelTool
from desktop_app.notebook.layout import FileKind
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.sessions.tool_arguments import checked
from desktop_app.words import together, tr

Arguments = Mapping[str, Any]

USUAL_HITS, MOST_HITS = 6, 10
USUAL_ERRORS = 3
MOST_TOKENS = 32_768
LONGEST = 20_000
"""Characters of a passage that one call reads."""
_LONGEST_QUESTION = 1_000


class ToolFamily(StrEnum):
    """The names by which a prompt offers the tools; each prompt offers one family."""

    MEMORY = "memory"  # memory_search, memory_get, memory_save, memory_update
    ERRORS = "errors"  # hindsight_search: of agents elsewhere
    FACTS = "facts"  # read_memory, append_memory, search_memory, append_daily_log
    CONTEXT = "context"  # memory_context: for agents, whose prompts are not made here
    DREAM = "dream"  # dream_begin, dream_propose: for agents that consolidate memory
    INBOX = "inbox"  # memory_inbox, memory_inbox_answer: for agents that ask the person


class ToolPermission(StrEnum):
    """What a tool needs before it may act."""

    READ = "read"  # nothing
    APPEND = "append"  # nothing, and its undo is offered
    REPLACE = "replace"  # a person's yes; without one it becomes a proposal


@dataclass(frozen=True)
class ToolOutcome:
    """How a call ended. `text` is for who called; `ok`: it was done. `undo` takes back a write,
    which stands at `wrote`. `problem` is why it was not done.
    """

    text: str
    ok: bool = True
    undo: Undo | None = None
    wrote: Wrote | None = None
    problem: Problem | None = None


@dataclass(frozen=True)
class MemoryTool:
    """One tool of a family. `parameters` are the JSON schemas of its arguments, by name.

    What models read of it stands in `resources/prompts/tools.toml`.
    """

    family: ToolFamily
    name: str
    permission: ToolPermission
    run: Callable[[NotebookTools, Arguments], ToolOutcome]
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    @property
    def for_model(self) -> ModelTool:
        """The tool as a model is told of it."""
        return ModelTool(self.name, self.description, self.schema)

    @property
    def description(self) -> str:
        """What it does and when it is of use."""
        return str(resources.table("prompts/tools")[self.name]["does"])

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of all its arguments together."""
        told = resources.table("prompts/tools")[self.name]
        return {
            "type": "object",
            "properties": {
                name: dict(one) | ({"description": told[name]} if name in told else {})
                for name, one in self.parameters.items()
            },
            "required": list(self.required),
        }

    def needs(self, arguments: Arguments) -> ToolPermission:
        """The permission that a call with these arguments needs."""
        replaces = arguments.get("mode") == "replace"
        return ToolPermission.REPLACE if replaces and "mode" in self.parameters else self.permission


def tools(family: ToolFamily) -> tuple[MemoryTool, ...]:
    """The tools of a family."""
    return tuple(tool for tool in EVERY if tool.family is family)


def replacement(house: NotebookTools, tool: MemoryTool, arguments: Arguments) -> Replacement | None:
    """What a call would replace; None for one that replaces nothing. Raises Problem."""
    given = checked(tool.schema, arguments)
    if tool.needs(given) is not ToolPermission.REPLACE:
        return None
    must_be_harmless(given["text"], house.main_text())
    return house.replacement(given["text"])


def call(
    house: NotebookTools,
    offered: Sequence[MemoryTool],
    name: str,
    arguments: object,
    *,
    replaces: bool = False,
) -> ToolOutcome:
    """Run the tool of this name among those that were `offered`. It blocks.

    Whatever is wrong with the call is an outcome that says so, never an error. `replaces`: a person
    has allowed what it would replace; without that such a call is refused.
    """
    tool = next((tool for tool in offered if tool.name == name), None)
    try:
        if tool is None:
            names = ", ".join(tool.name for tool in offered)
            raise Problem(
                tr("There is no tool “{name}”.").format(name=name[:80]),
                tr("There are: {names}.").format(names=names),
            )
        given = checked(tool.schema, arguments)
        if tool.needs(given) is ToolPermission.REPLACE and not replaces:
            raise Problem(tr("Nobody has allowed MEMORY.md to be replaced."))
        return tool.run(house, given)
    except Problem as problem:
        return refused(problem)


def refused(problem: Problem) -> ToolOutcome:
    """A call that was not carried out, and why."""
    return ToolOutcome(str(problem), ok=False, problem=problem)


# -- what the tools do ------------------------------------------------------------------------


def _json(told: object) -> ToolOutcome:
    return ToolOutcome(json.dumps(told, ensure_ascii=False, indent=0))


def _search(house: NotebookTools, given: Arguments) -> ToolOutcome:
    search, limit = house.memory.search, given.get("limit", USUAL_HITS)
    hits = search.for_a_model(given["query"], limit, without=house.without())
    search.note_used(hit.path for hit in hits)
    return _json(
        [
            {"path": hit.path, "line": hit.line, "score": round(hit.score, 3), "text": hit.text}
            for hit in hits
        ]
    )


def _search_ten(house: NotebookTools, given: Arguments) -> ToolOutcome:
    return _search(house, {**given, "limit": MOST_HITS})


def _get(house: NotebookTools, given: Arguments) -> ToolOutcome:
    """Lines of a note of this notebook. Raises Problem for any other path."""
    files, path, first = house.memory.files, given["path"], given.get("from", 1)
    kind = house.memory.layout.kind(files.path_of(path))
    if kind is None or kind is FileKind.DREAMS:
        raise Problem(
            tr("{path} is no note of this notebook.").format(path=path[:200]),
            tr("Use a path from a search."),
        )
    house.memory.search.note_used([path])
    found = files.lines(path, first, given.get("lines"))
    if len(found.text) <= LONGEST:
        return ToolOutcome(found.text)
    text = found.text[:LONGEST].rpartition("\n")[0] or found.text[:LONGEST]
    more = tr("(Cut here. Ask for the lines from {line} on.)")
    return ToolOutcome(f"{text}\n{more.format(line=first + text.count(chr(10)) + 1)}")


def _hindsight(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.sessions.hindsight.pattern import found_json  # long to load

    found = house.memory.hindsight.find(given["error"], given.get("limit", USUAL_ERRORS))
    return _json([found_json(one) for one in found])


def _context(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.sessions.levels.prompt_plan import architected  # long to load

    material = house.memory.context.material(given["question"][:_LONGEST_QUESTION])
    prompt = architected(material, given.get("budget", USUAL_BUDGET))
    account = [
        {
            "path": piece.path,
            "line": piece.line,
            "level": piece.level,
            "relevance": piece.relevance and round(piece.relevance, 3),
            "tokens": piece.tokens,
        }
        for piece in prompt.inside
    ]
    told = {name: getattr(prompt, name) for name in ("text", "budget", "tokens", "frame")}
    cut = {"cut": prompt.cut, "left_out": len(prompt.left_out)}
    return _json(told | {"inside": account} | cut)


def _dream_begin(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.dreams.question import question_json  # long to load

    question = house.question(given.get("days"), given.get("id", ""))
    return _json(question_json(question, given.get("part", 1)))


def _dream_propose(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.dreams.question import answer_json  # long to load

    second = given.get("second_reading", "")
    return _json(answer_json(house.propose(given["id"], given.get("answer", ""), second)))


def _questions(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.dreams.inbox.store import item_json  # long to load

    return _json([item_json(one) for one in house.memory.inbox.today()])


def _answer(house: NotebookTools, given: Arguments) -> ToolOutcome:
    from desktop_app.dreams.inbox.store import answer_of  # long to load

    said = answer_of(given["answer"])
    if said is None:
        raise Problem(tr("There is no answer “{said}”.").format(said=given["answer"][:40]))
    new = given.get("text", "")
    must_be_harmless(new, house.main_text())
    changed = house.memory.inbox.answer(given["id"], said, new).changed
    return ToolOutcome(tr("MEMORY.md has changed.") if changed else tr("MEMORY.md stays."))


def _read_memory(house: NotebookTools, given: Arguments) -> ToolOutcome:
    return ToolOutcome(house.main_text())


def _note(house: NotebookTools, given: Arguments) -> ToolOutcome:
    text = given.get("text", given.get("entry", ""))
    house.memory.files.need_unforgotten(text)
    wrote = noted(house.memory.days, text)
    if (why := held(text)) is None:
        return _written(wrote)
    warning = tr("Tell the person that it stands there: {why}.").format(why=reason_of(why))
    return _written(wrote, warning)


def _update(house: NotebookTools, given: Arguments) -> ToolOutcome:
    text = given.get("fact", given.get("text", ""))
    must_be_harmless(text, house.main_text())
    mode = UpdateMode(given.get("mode", "append"))
    return _written(house.update(text, mode, HEADINGS.get(given.get("category", ""), "")))


def _written(wrote: Wrote, *more: str) -> ToolOutcome:
    told = tr("Written to {path}, line {line}.").format(path=wrote.path, line=wrote.line)
    return ToolOutcome(together(told, *more), undo=wrote.undo, wrote=wrote)


def _news(text: str, memory: str) -> str:
    """The lines of a text that memory does not have."""
    known = {line.strip() for line in memory.split("\n")}
    return "\n".join(line for line in text.split("\n") if line.strip() not in known)


def waits(text: str, memory: str) -> bool:
    """Whether what a text brings into MEMORY.md waits for a person: every later prompt has it."""
    return held(_news(text, memory)) is not None


def is_doubted(text: str, memory: str) -> bool:
    """The same where it only may have to wait: a model that is there is asked."""
    return doubted(_news(text, memory)) is not None


def must_be_harmless(text: str, memory: str) -> None:
    """Raise Problem for what waits for a person, where nobody has looked at it."""
    if (why := held(_news(text, memory))) is not None:
        raise Problem(
            tr("This line is not written to MEMORY.md: {why}.").format(why=reason_of(why)),
            tr("A person can write it there by hand."),
        )


HEADINGS: dict[str, str] = {
    Category.PREFERENCE: "Preferences",
    Category.PROJECT: "Projects",
    Category.WORKFLOW: "Workflow",
    Category.TOOL: "Tools",
    Category.CONVENTION: "Conventions",
}

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 1}
_DAYS = {**_COUNT, "maximum": 365}
_LIMIT = {**_COUNT, "maximum": MOST_HITS}
_BUDGET = {**_COUNT, "maximum": MOST_TOKENS}
_MODE = {"type": "string", "enum": ["append", "replace"]}
_KIND = {"type": "string", "enum": [str(kind) for kind in Category]}
_MEMORY, _FACTS = ToolFamily.MEMORY, ToolFamily.FACTS
_READ, _APPEND = ToolPermission.READ, ToolPermission.APPEND

EVERY: tuple[MemoryTool, ...] = (
    MemoryTool(
        _MEMORY, "memory_search", _READ, _search, {"query": _TEXT, "limit": _LIMIT}, ("query",)
    ),
    MemoryTool(
        _MEMORY, "memory_get", _READ, _get,
        {"path": _TEXT, "from": _COUNT, "lines": _COUNT}, ("path",),
    ),
    MemoryTool(_MEMORY, "memory_save", _APPEND, _note, {"text": _TEXT}, ("text",)),
    MemoryTool(
        _MEMORY, "memory_update", _APPEND, _update,
        {"mode": _MODE, "text": _TEXT}, ("mode", "text"),
    ),
    MemoryTool(
        ToolFamily.ERRORS, "hindsight_search", _READ, _hindsight,
        {"error": _TEXT, "limit": _LIMIT}, ("error",),
    ),
    MemoryTool(_FACTS, "read_memory", _READ, _read_memory),
    MemoryTool(
        _FACTS, "append_memory", _APPEND, _update,
        {"fact": _TEXT, "category": _KIND}, ("fact",),
    ),
    MemoryTool(_FACTS, "search_memory", _READ, _search_ten, {"query": _TEXT}, ("query",)),
    MemoryTool(_FACTS, "append_daily_log", _APPEND, _note, {"entry": _TEXT}, ("entry",)),
    MemoryTool(
        ToolFamily.CONTEXT, "memory_context", _READ, _context,
        {"question": _TEXT, "budget": _BUDGET}, ("question",),
    ),
    MemoryTool(
        ToolFamily.DREAM, "dream_begin", _APPEND, _dream_begin,
        {"days": _DAYS, "id": _TEXT, "part": _COUNT},
    ),
    MemoryTool(
        ToolFamily.DREAM, "dream_propose", _APPEND, _dream_propose,
        {"id": _TEXT, "answer": _TEXT, "second_reading": _TEXT}, ("id",),
    ),
    MemoryTool(ToolFamily.INBOX, "memory_inbox", _READ, _questions),
    MemoryTool(
        ToolFamily.INBOX, "memory_inbox_answer", ToolPermission.REPLACE, _answer,
        {"id": _TEXT, "answer": _TEXT, "text": _TEXT}, ("id", "answer"),
    ),
)  # fmt: skip
