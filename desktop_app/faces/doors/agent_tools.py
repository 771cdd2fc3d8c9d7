"""Tools as agents use them: those of `memory.tools`, under the policy of the doors. Blocks.

Both families share one table, which the window's own conversations use, too. What only a person may
decide waits: its news go into today's notes, and from there they are proposed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from desktop_app.dreams.engine_choice import engine_of
from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import Caller, Scope
from desktop_app.language.gate import Held, held, reason_of
from desktop_app.memory import Memory, tools
from desktop_app.memory.agents import asked_first
from desktop_app.memory.tool_host import NotebookTools
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.lines import limits_of
from desktop_app.notebook.memory_text import Bullet
from desktop_app.sessions.tool_arguments import checked
from desktop_app.settings import Settings
from desktop_app.words import counted, together, tr

TOOLS: Mapping[str, tools.MemoryTool] = {tool.name: tool for tool in tools.EVERY}
"""Every tool by its name, of both families."""

INTO_MEMORY = ("memory_update", "append_memory")
"""Tools that write into MEMORY.md; the other ones that write add to today."""

INTO_TODAY = ("memory_save", "append_daily_log")

BY_MODEL = tr("the chosen model takes it for an order or a secret")
"""Why a line waits that the gate only doubts."""


_SCOPES = {
    tools.ToolPermission.READ: Scope.READ,
    tools.ToolPermission.APPEND: Scope.WRITE,
    tools.ToolPermission.REPLACE: Scope.DECIDE,
}


@dataclass(frozen=True)
class ToolUsed:
    """How a call ended: see `ToolOutcome`. With a `proposal`, the id of one that waits or "", a
    person is asked first: about the lines of the text with the numbers in `waiting`, or about all
    of it, where the outcome wrote nothing.
    """

    outcome: tools.ToolOutcome
    proposal: str | None = None
    waiting: tuple[int, ...] = ()


def scope_of(tool: tools.MemoryTool) -> Scope:
    """What a key has to open for this tool."""
    return _SCOPES[tool.permission]


def use(
    memory: Memory, settings: Settings, caller: Caller, name: str, arguments: Mapping[str, Any]
) -> ToolUsed:
    """Use a tool for a caller who may. What is wrong is an outcome that says so, never an error."""
    house = tools_for(memory, settings, caller.client)
    tool = TOOLS.get(name)
    text = " ".join(str(value) for value in arguments.values())
    refuses = name in (*INTO_TODAY, *INTO_MEMORY) and settings.get("agents.refuse_secrets")
    if refuses and held(text) is Held.SECRET:
        problem = Problem(
            tr("It looks like a secret, and the settings refuse secrets."),
            tr("Nothing was written. Leave the secret out, and send the rest again."),
        )
        return ToolUsed(tools.refused(problem))
    if tool is not None and name in INTO_MEMORY:
        agent = memory.agents.of(caller.client)
        replaces = tool.needs(arguments) is tools.ToolPermission.REPLACE
        if asked_first(agent, caller.scope, settings.get, replaces=replaces):
            return _proposed(memory, tool, arguments, caller.client)
        key = "text" if "text" in arguments else "fact"
        asked = partial(memory.models.suspicious, engine_of(settings.get))
        rest, doubtful = _apart(str(arguments.get(key, "")), house.main_text(), asked)
        if doubtful:
            done = tools.call(house, tools.EVERY, name, {**arguments, key: rest}, replaces=True)
            pending = _proposed(memory, tool, arguments, "")
            if not done.wrote:
                return pending
            but = counted(
                "All of your text is there but line {lines}.",
                "All of your text is there but lines {lines}.",
                len(doubtful),
                lines=", ".join(map(str, doubtful)),
            )
            told = together(done.text, but, pending.outcome.text)
            return ToolUsed(replace(done, text=told), pending.proposal, doubtful)
    return ToolUsed(tools.call(house, tools.EVERY, name, arguments, replaces=True))


def _apart(
    text: str, memory: str, asked: Callable[[Sequence[str]], Collection[int]]
) -> tuple[str, tuple[int, ...]]:
    """A text for MEMORY.md without the lines that wait for a person, and their numbers from 1; a
    model is `asked` about doubted ones. Where it is suspicious without them, too, all of it waits.
    """
    file = MemoryFile(text.replace("\r\n", "\n").encode("utf-8", "surrogateescape"))
    waiting = [one for one in file.statements if tools.waits(one.raw, memory)]
    rest = [one for one in file.statements if one not in waiting]
    doubted = [one for one in rest if tools.is_doubted(one.raw, memory)]
    lines = text.split("\n")
    beside = _without(lines, file.statements)  # headings and code, which are no statements
    both = [*(one.text for one in doubted), *[beside] * tools.is_doubted(beside, memory)]
    orders = asked(both)
    waiting += [one for n, one in enumerate(doubted) if n in orders]
    left = _without(lines, waiting)
    if len(doubted) in orders or tools.waits(left, memory):
        return "", (*range(1, len(lines) + 1),)
    return left, (*sorted(_numbers(waiting)),)


def _numbers(statements: Sequence[Bullet]) -> set[int]:
    """The numbers of their lines, from 1."""
    return {one.line + n for one in statements for n in range(one.raw.rstrip("\n").count("\n") + 1)}


def _without(lines: Sequence[str], statements: Sequence[Bullet]) -> str:
    numbers = _numbers(statements)
    return "\n".join(line for n, line in enumerate(lines, 1) if n not in numbers)


def tools_for(memory: Memory, settings: Settings, agent: str) -> NotebookTools:
    """What the tools of an agent may touch."""
    limits, dreaming = limits_of(settings.get), settings.get("dreams.enabled")
    return NotebookTools(memory, agent=agent, limits=limits, dreaming=dreaming)


def _proposed(
    memory: Memory, tool: tools.MemoryTool, arguments: Mapping[str, Any], client: str
) -> ToolUsed:
    """Note in today what is new in it, and propose it from there; what waits already is enough.
    `client` is who waits by the person's choice, "" where the text alone is why.
    """
    try:
        given = checked(tool.schema, arguments)
        news = _news(memory, str(given.get("text", given.get("fact"))), tool.needs(given))
        old = _waiting(memory)
        fresh = [text for text in news if text not in old]
        heading = tools.HEADINGS.get(given.get("category", ""), "")
        by_model = [text for text in fresh if not (client or held(text))]
        fresh = [text for text in fresh if text not in by_model]
        noted = memory.dreams.propose_notes(fresh, heading)
        noted += memory.dreams.propose_notes(by_model, heading, BY_MODEL)
        fresh += by_model
        waiting = _waiting(memory)
    except Problem as problem:
        return ToolUsed(tools.refused(problem))
    proposal = next((waiting[text] for text in news if text in waiting), "")
    told = [tr("It is not proposed: a person rejected it, or MEMORY.md says it in other words.")]
    if proposal:
        pending = tr("Pending: a person is asked first. It waits as proposal {id}.")
        told = [pending.format(id=proposal)]
    doubtful = [one for one, text in zip(noted, fresh, strict=True) if held(text)]
    for one in (doubtful or noted)[:1]:
        stands = tr("Meanwhile it stands in {path}, line {line}.")
        told.append(stands.format(path=one.path, line=one.line))
    asked = "" if client else BY_MODEL
    whys = (reason_of(why) if (why := held(text)) else asked for text in news)
    if reason := next(filter(None, whys), ""):
        told.append(tr("Tell the person that it stands there: {why}.").format(why=reason))
    if client and proposal and memory.agents.ask(client):
        where = tr(
            "Tell the person: change this on the page Agents, with “Ask me first” beside "
            "{client}, or with the setting agents.may_write."
        )
        told.append(where.format(client=client))
    return ToolUsed(tools.ToolOutcome(together(*told)), proposal=proposal)


def _waiting(memory: Memory) -> dict[str, str]:
    """The proposals that wait, by the lines of notes on which they rest."""
    return {
        source.quote: proposal.id
        for proposal in memory.dreams.proposals()
        for change in proposal.changes
        for source in change.sources
    }


def _news(memory: Memory, text: str, needs: tools.ToolPermission) -> list[str]:
    """The bullets that a write would bring into MEMORY.md, each on one line. Raises Problem."""
    from desktop_app.dreams.whole_update import updated  # long to load, and most calls read

    replaces = needs is tools.ToolPermission.REPLACE
    before = memory.files.read(memory.layout.memory).data
    after = updated(before, text, replaces=replaces)
    known = {bullet.text for bullet in MemoryFile(before).statements}
    news = [one.text for one in MemoryFile(after).statements if one.text not in known]
    if not news:
        raise Problem(
            tr("The text has no new line for MEMORY.md."),
            tr("Only a person can make other changes."),
        )
    return [" ".join(one.split()) for one in news]
