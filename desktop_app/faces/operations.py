"""The one table of operations from which every door is made. Knows Memory, no argument parser.

A row is a method of Memory in words: what it does, what it takes, what it answers. Names and
answers are a contract: scripts and agents depend on them.
"""

import re
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from desktop_app.dreams.flush import CAUSES
from desktop_app.dreams.grounding import Evidence, check
from desktop_app.errors import Problem
from desktop_app.faces import answers
from desktop_app.memory import Memory
from desktop_app.notebook.lines import split
from desktop_app.sessions.reading import read_messages, session_of

Arguments = dict[str, Any]
Report = Callable[[str], None]


@dataclass(frozen=True)
class Parameter:
    """One thing an operation takes; positional without dashes.

    A `flag` takes no value, `many` takes several.
    """

    name: str
    help: str
    type: Callable[[str], Any] = str
    default: Any = None
    choices: tuple[str, ...] = ()
    required: bool = False
    flag: bool = False
    many: bool = False
    group: str = ""

    @property
    def key(self) -> str:
        """The name under which the value arrives."""
        return self.name.lstrip("-").replace("-", "_")


@dataclass(frozen=True)
class Operation:
    """A row. `run` answers a JSON document (or awaits one); `text` says it to a person.

    `failed` tells from the answer whether it is a problem (exit 3). `batch` names the key of a
    JSON line that stands for the first parameter; the whole line arrives as `row`.
    """

    name: str
    summary: str
    example: str
    run: Callable[[Memory, Arguments, Report], Any | Awaitable[Any]]
    text: Callable[[Any], str]
    parameters: tuple[Parameter, ...] = ()
    failed: Callable[[Any], bool] = field(default=lambda answer: False)
    batch: str = ""


class WrongUse(Problem):
    """What was asked for makes no sense as it was put: exit 2."""


def day(text: str) -> date:
    """A day as YYYY-MM-DD."""
    if len(text) != len("2026-11-21"):
        raise ValueError(text)
    return date.fromisoformat(text)


def count(text: str) -> int:
    """A number from 1."""
    found = int(text)
    if found < 1:
        raise ValueError(text)
    return found


def numbers(text: str) -> frozenset[int]:
    """Numbers with commas between: 1,3."""
    return frozenset(int(part) for part in text.split(",") if part.strip())


def kinds(text: str) -> tuple[str, ...]:
    """Kinds of files with commas between: memory,days."""
    chosen = tuple(part.strip() for part in text.split(",") if part.strip())
    if not set(chosen) <= {"memory", "days", "dreams", "sessions"}:
        raise ValueError(text)
    return chosen


def _status(memory: Memory, arguments: Arguments, report: Report) -> Any:
    memory.refresh()
    return answers.status_json(memory.status())


def _remember(memory: Memory, arguments: Arguments, report: Report) -> Any:
    noted = memory.remember(arguments["text"])
    return {"path": noted.path, "line": noted.line}


async def _flush(memory: Memory, arguments: Arguments, report: Report) -> Any:
    messages = read_messages(arguments["file"])
    session = arguments["session"] or session_of(arguments["file"], messages)
    flushed = await memory.flush(messages, arguments["cause"], session=session)
    return answers.flushed_json(flushed)


def _facts(memory: Memory, arguments: Arguments, report: Report) -> Any:
    messages = read_messages(arguments["file"])
    return [answers.fact_json(fact) for fact in memory.facts(messages)]


async def _dream(memory: Memory, arguments: Arguments, report: Report) -> Any:
    outcome = await memory.deep_dream(arguments["days"], force=arguments["force"], report=report)
    proposal = outcome.proposal
    if proposal is None or not (arguments["apply"] or arguments["verbatim"]):
        return answers.outcome_json(outcome)
    accepted = {change.n for change in proposal.changes if change.accepted}
    if arguments["verbatim"]:
        accepted |= {
            change.n
            for change in proposal.changes
            if change.kind != "question" and change.verdict != "supported"
        }
    if not accepted:  # all of it is for a person to decide: it waits
        return answers.outcome_json(outcome)
    applied = memory.apply(proposal.id, accepted if arguments["verbatim"] else None)
    return answers.proposal_json(applied.proposal)


def _proposals(memory: Memory, arguments: Arguments, report: Report) -> Any:
    return [answers.summary_json(proposal) for proposal in memory.proposals()]


def _apply(memory: Memory, arguments: Arguments, report: Report) -> Any:
    only, also, without = (arguments[key] for key in ("only", "also", "except"))
    if only is not None and (also or without):
        raise WrongUse("--only stands alone.", "Use --also and --except together instead.")
    proposal = memory.proposal(arguments["id"])
    if only is None and (also or without):
        accepted = {change.n for change in proposal.changes if change.accepted}
        only = (accepted | (also or frozenset())) - (without or frozenset())
    applied = memory.apply(proposal.id, only, arguments["both"] or ())
    return answers.proposal_json(applied.proposal) | {"left": [change.n for change in applied.left]}


def _discard(memory: Memory, arguments: Arguments, report: Report) -> Any:
    return answers.proposal_json(memory.discard(arguments["id"]))


def _undo(memory: Memory, arguments: Arguments, report: Report) -> Any:
    return answers.undone_json(memory.undo(arguments["id"]))


def _search(memory: Memory, arguments: Arguments, report: Report) -> Any:
    results = memory.search(
        arguments["query"],
        mode=arguments["mode"],
        limit=arguments["limit"],
        kinds=arguments["in"] or (),
        since=arguments["since"],
        until=arguments["until"],
        by=arguments["by"],
    )
    return answers.results_json(results)


def _check(memory: Memory, arguments: Arguments, report: Report) -> Any:
    row = arguments.get("row", {})
    claim, day = arguments["claim"], _day_of(row)
    if not claim.strip():
        raise Problem("There is no claim to check.", "Write the sentence in question.")
    if "sources" in row:
        sources = [Evidence(text, day=day) for text in _texts(row["sources"])]
    else:
        sources = [line for place in arguments["against"] or () for line in _lines(memory, place)]
        if not sources:
            raise WrongUse(
                "check needs lines to check against.", "Name some: --against memory/2026-11-20.md:6"
            )
    days = [line.day for line in sources if line.day]
    written = day or max(days, default=memory.today())
    return answers.verdict_json(check(claim, sources, written, strict=arguments["strict"]))


def _texts(sources: Any) -> list[str]:
    if isinstance(sources, list) and sources and all(isinstance(text, str) for text in sources):
        return sources
    raise Problem("The sources are no list of texts.", 'Give them as "sources": ["…", "…"].')


def _day_of(row: Arguments) -> date | None:
    if row.get("date") is None:
        return None
    try:
        return day(row["date"])
    except (TypeError, ValueError) as error:
        raise Problem(f"“{row['date']}” is no day.", "Write it as YYYY-MM-DD.") from error


def _lines(memory: Memory, place: str) -> Iterator[Evidence]:
    """The lines of `PATH`, `PATH:L` or `PATH:L-M`."""
    named = re.fullmatch(r"(.+?):(\d{1,9})(?:-(\d{1,9}))?", place)
    path, first, last = named.groups() if named else (place, "1", None)
    many = None if not named else int(last or first) - int(first) + 1
    found = memory.get(path, int(first), many)
    if not found.count:
        raise Problem(f"{path} has no line {first}.", "Lines count from 1.")
    for number, text in enumerate(split(found.text), start=int(first)):
        if text.strip():
            yield Evidence(text.rstrip("\r\n"), path, number, memory.layout.date_of(path))


def _search_text(answer: Any) -> str:
    return answers.results_text(answer)


def _get(memory: Memory, arguments: Arguments, report: Report) -> Any:
    lines = memory.get(arguments["path"], arguments["from"], arguments["lines"])
    return {"path": lines.path, "from": lines.first, "lines": lines.count, "text": lines.text}


def _index(memory: Memory, arguments: Arguments, report: Report) -> Any:
    started = time.monotonic()
    problems: list[str] = []
    if arguments["rebuild"]:
        report("Reading every file")
        memory.rebuild_index()
    else:
        memory.refresh()
    if arguments["check"]:
        problems = memory.check_index()
    counts = memory.index_counts()
    return {
        "files": counts.files,
        "chunks": counts.chunks,
        "seconds": round(time.monotonic() - started, 3),
        "problems": problems,
    }


def _index_text(answer: Any) -> str:
    found = "\n".join(answer["problems"] + ["`nightstand index --rebuild` mends it."])
    return (
        f"{answer['files']} files, {answer['chunks']} lines indexed in {answer['seconds']} s."
        + (f"\n{found}" if answer["problems"] else "")
    )


_TALK = Parameter(
    "file",
    'a conversation, a JSON line for each message: {"role": "user", "content": "..."}; '
    "- reads standard input",
    required=True,
)
_WHICH = Parameter("id", "which dream; without it the newest that waits")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "status",
        "say what is in the notebook",
        "nightstand status",
        _status,
        answers.status_text,
    ),
    Operation(
        "remember",
        "add a line to today",
        'nightstand remember "The spare key is with Ana"',
        _remember,
        lambda answer: f"Noted in {answer['path']}, line {answer['line']}.",
        (Parameter("text", "what to remember", required=True),),
    ),
    Operation(
        "flush",
        "write what matters of a conversation into today",
        "nightstand flush session.jsonl --cause trim",
        _flush,
        answers.flushed_text,
        (
            _TALK,
            Parameter("--cause", "why; it titles the block", default="session", choices=CAUSES),
            Parameter(
                "--engine", "who writes the extract", default="auto", choices=("auto", "builtin")
            ),
            Parameter(
                "--session",
                "what the conversation is called: of one session only messages that were not "
                "flushed before are written (default: the file's path; of standard input, its "
                "first message)",
            ),
        ),
    ),
    Operation(
        "facts",
        "list what a conversation says that is worth remembering; writes nothing",
        "nightstand facts session.jsonl",
        _facts,
        answers.facts_text,
        (_TALK,),
    ),
    Operation(
        "dream",
        "read the days and propose changes to MEMORY.md",
        "nightstand dream --days 7",
        _dream,
        answers.dream_text,
        (
            Parameter(
                "--days",
                "how many days to read, today included (default: since the last dream)",
                int,
            ),
            Parameter("--engine", "who dreams", default="auto", choices=("auto", "builtin")),
            Parameter(
                "--force",
                "dream again over unchanged days, rejected changes too",
                flag=True,
                default=False,
            ),
            Parameter(
                "--propose", "only propose (the default)", flag=True, default=False, group="then"
            ),
            Parameter(
                "--apply",
                "also write what is accepted beforehand",
                flag=True,
                default=False,
                group="then",
            ),
            Parameter(
                "--verbatim",
                "also write what no source supports (not questions)",
                flag=True,
                default=False,
                group="then",
            ),
        ),
        failed=lambda answer: answer["outcome"] == "failed",
    ),
    Operation(
        "proposals",
        "list the dreams that wait for you",
        "nightstand proposals",
        _proposals,
        answers.proposals_text,
    ),
    Operation(
        "apply",
        "write the accepted changes of a dream",
        "nightstand apply --except 3",
        _apply,
        answers.dream_text,
        (
            _WHICH,
            Parameter("--only", "exactly these changes: 1,3", numbers),
            Parameter("--also", "these as well as the accepted ones", numbers),
            Parameter("--except", "all accepted ones but these", numbers),
            Parameter("--both", "questions whose old line stays beside the new one", numbers),
        ),
    ),
    Operation(
        "discard",
        "set a dream aside; MEMORY.md stays",
        "nightstand discard",
        _discard,
        lambda answer: "Discarded. MEMORY.md stays as it was.",
        (_WHICH,),
    ),
    Operation(
        "undo",
        "take back an applied dream",
        "nightstand undo",
        _undo,
        answers.undone_text,
        (Parameter("id", "which dream; without it the newest applied one"),),
    ),
    Operation(
        "search",
        "find lines",
        'nightstand search "harbour report" --in memory,days',
        _search,
        _search_text,
        (
            Parameter("query", "what to find", required=True),
            Parameter(
                "--mode",
                "words as you type them, or a question",
                default="auto",
                choices=("auto", "typing", "question"),
            ),
            Parameter("--limit", "how many hits at most", count, 10),
            Parameter("--in", "where: memory, days, dreams, sessions", kinds),
            Parameter("--since", "not before this day, YYYY-MM-DD", day),
            Parameter("--until", "not after this day, YYYY-MM-DD", day),
            Parameter(
                "--by", "a hit for each line or each file", default="line", choices=("line", "file")
            ),
        ),
        batch="query",
    ),
    Operation(
        "check",
        "say whether lines support a sentence",
        'nightstand check "The report is due on 4 December" --against memory/2026-11-20.md:6',
        _check,
        answers.verdict_text,
        (
            Parameter("claim", "the sentence in question", required=True),
            Parameter("--against", "the lines: PATH, PATH:LINE or PATH:FROM-TO", many=True),
            Parameter("--strict", "doubt more of the plain words", flag=True, default=False),
        ),
        batch="claim",
    ),
    Operation(
        "get",
        "print a file or some of its lines",
        "nightstand get MEMORY.md --from 3 --lines 5",
        _get,
        lambda answer: str(answer["text"]).removesuffix("\n"),
        (
            Parameter(
                "path", "a path in the notebook, such as memory/2026-11-20.md", required=True
            ),
            Parameter("--from", "the first line", int, 1),
            Parameter("--lines", "how many lines", int),
        ),
    ),
    Operation(
        "index",
        "bring the search index up to date",
        "nightstand index --check",
        _index,
        _index_text,
        (
            Parameter(
                "--rebuild", "make it anew from the files", flag=True, default=False, group="how"
            ),
            Parameter("--check", "compare it with itself", flag=True, default=False, group="how"),
        ),
        failed=lambda answer: bool(answer["problems"]),
    ),
)
