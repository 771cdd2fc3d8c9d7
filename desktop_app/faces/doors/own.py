"""Operations that only a door has: the person has the window for them. Rows as in the table."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from desktop_app.dreams.inbox.telling import item_json, never_json
from desktop_app.dreams.talk.facts import Category
from desktop_app.errors import Missing, Stale
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.shapes import share, yes
from desktop_app.faces.doors.tooling import tools_for, used
from desktop_app.faces.operations import OPERATIONS, inbox
from desktop_app.faces.operations import proposed as answers
from desktop_app.faces.operations.models import setting_about
from desktop_app.faces.operations.table import Call, Operation, Parameter, count, day, fields_of
from desktop_app.known_settings import KNOWN
from desktop_app.memory.tool_house import NotebookTools
from desktop_app.settings import Settings
from desktop_app.words import tr


@dataclass(frozen=True)
class Waiting:
    """An answer that says: it is not written, a person is asked first."""

    body: dict[str, Any]


def row(name: str, summary: str, run: Any, *parameters: Parameter) -> Operation:
    """An operation that no command does."""
    return Operation(name, summary, "", run, str, parameters)


_TEXT = Parameter("text", tr("plain words, or Markdown with a bullet for each fact"), required=True)

# -- MEMORY.md and days -----------------------------------------------------------------------


def _main(call: Call) -> Any:
    snapshot = call.memory.files.read(call.memory.layout.memory)
    text = snapshot.data.decode("utf-8", "replace")
    return {"path": snapshot.path, "version": snapshot.sha, "text": text}


def _replace(call: Call) -> Any:
    memory = call.memory
    if call["base"] not in ("*", memory.files.read(memory.layout.memory).sha):
        raise Stale(tr("MEMORY.md has changed since it was read."), tr("Nothing was written."))
    done = _used(call, "memory_update", {"mode": "replace", "text": call["text"]})
    return done if isinstance(done, Waiting) else done | _main(call)


def _append(call: Call) -> Any:
    given = {"fact": call["text"], "category": call["category"]}
    return _used(call, "append_memory", given)


def _note(call: Call) -> Any:
    return _used(call, "append_daily_log", {"entry": call["text"]})


def _used(call: Call, tool: str, arguments: dict[str, Any]) -> Any:
    """What a tool did: where it wrote, and that a person is asked first; `waiting` are the lines
    of the text, from 1, that are not written yet."""
    done = used(call.memory, call.settings, call["caller"], tool, arguments)
    told: dict[str, Any] = {"told": done.outcome.text}
    if done.proposal is not None:
        told["proposal"] = done.proposal or None
    if done.outcome.wrote is None:
        return Waiting(told)
    waiting = {"waiting": list(done.waiting)} if done.waiting else {}
    return told | waiting | fields_of(done.outcome.wrote, "path", "line")


def _days(call: Call) -> Any:
    return [
        {
            "date": head.date.isoformat(),
            **fields_of(head, "path", "head", "blocks", "words", "size", "dreamt"),
        }
        for head in call.memory.days.heads()[: call["limit"]]
    ]


def _day(call: Call) -> Any:
    snapshot = call.memory.files.read(call.memory.day_path(call["date"]))
    if not snapshot.exists:
        raise Missing(
            tr("There are no notes of {day}.").format(day=call["date"]),
            tr("GET /api/memory/daily lists the days that have some."),
        )
    call.memory.search.note_used([snapshot.path])
    return {
        "date": call["date"].isoformat(),
        "path": snapshot.path,
        "version": snapshot.sha,
        "text": snapshot.data.decode("utf-8", "replace"),
    }


MAIN = row("main", tr("read MEMORY.md"), _main)
REPLACE = row("replace", tr("put a text in the place of MEMORY.md"), _replace, _TEXT)
APPEND = row(
    "append",
    tr("add facts to MEMORY.md"),
    _append,
    _TEXT,
    Parameter("--category", tr("what kind of fact it is"), choices=(*map(str, Category),)),
)
NOTE = row("note", tr("add a line to today"), _note, _TEXT)
DAYS = row("days", tr("list the days, the newest first"), _days,
            Parameter("--limit", tr("how many at most"), count, 100))  # fmt: skip
DAY = row("day", tr("read the notes of a day"), _day,
           Parameter("date", tr("which day"), day, required=True))  # fmt: skip

# -- settings ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConfigName:
    """A setting as REST calls it: its value there is that of the settings times `each`."""

    name: str
    key: str
    each: float = 1

    @property
    def parameter(self) -> Parameter:
        """As it is given; its kind and its words are those of the setting."""
        kind: Callable[[str], Any] = yes if isinstance(KNOWN[self.key].default, bool) else int
        help_ = f"{self.key}: {setting_about(self.key)}"
        return Parameter(f"--{self.name}", help_, share if self.each < 1 else kind)


_CONFIG = (
    ConfigName("enabled", "dreams.enabled"),
    ConfigName("autoExtract", "sessions.remember"),
    ConfigName("contextWindow", "sessions.window"),
    ConfigName("flushThreshold", "sessions.flush_percent", 0.01),
    ConfigName("sleepThreshold", "sessions.sleep_percent", 0.01),
    ConfigName("sleepIntervalSeconds", "sessions.sleep_minutes", 60),
    ConfigName("minSleepMessages", "sessions.sleep_messages"),
    ConfigName("extractIntervalSeconds", "sessions.extract_seconds"),
    ConfigName("minNewMessages", "sessions.extract_messages"),
    ConfigName("maxTurns", "sessions.turns"),
)
_CONFIG_PARAMETERS = tuple(one.parameter for one in _CONFIG)
CONFIG_NAMES = tuple(row.name for row in _CONFIG)
CONFIG_SHAPE = shapes.record(
    version=shapes.TEXT, **{one.key: shapes.taken(one) for one in _CONFIG_PARAMETERS}
)


def config(settings: Settings) -> dict[str, Any]:
    """The settings as REST calls them, with the version of them all."""
    values = {row.name: _told(row, settings.get(row.key)) for row in _CONFIG}
    whole = json.dumps(values, sort_keys=True).encode()
    return {"version": hashlib.sha256(whole).hexdigest(), **values}


def _told(row: ConfigName, value: Any) -> Any:
    return value if row.each == 1 else round(value * row.each, 4)


def _configure(call: Call) -> Any:
    if call["base"] not in ("*", config(call.settings)["version"]):
        raise Stale(tr("The settings have changed since they were read."), tr("None was changed."))
    for row in _CONFIG:
        if (value := call[row.name]) is not None:
            kept = value if row.each == 1 else round(value / row.each)
            call.settings.set(row.key, kept)
    return config(call.settings)


CONFIG = row("config", tr("read the settings of memory"), lambda call: config(call.settings))
CONFIGURE = row(
    "configure",
    tr("change settings of memory; those that are not named stay"),
    _configure,
    *_CONFIG_PARAMETERS,
)

# -- dreams -----------------------------------------------------------------------------------


async def _start(call: Call) -> Any:
    dream = next(one for one in OPERATIONS if one.name == "dream")
    house, caller = call["house"], call["caller"]
    given = {one.key: call.arguments[one.key] for one in dream.parameters}

    def dreaming(report: Any) -> Any:
        return house.do(caller, Scope.WRITE, dream, given, report)

    return house.runs.start(dreaming).told()


async def _run(call: Call) -> Any:
    return call["house"].runs.find(call["run"]).told()


async def _cancel(call: Call) -> Any:
    return (await call["house"].runs.cancel(call["run"])).told()


def _proposal(call: Call) -> Any:
    return answers.proposal_json(call.memory.dreams.proposal(call["id"]))


def _question(call: Call) -> Any:
    from desktop_app.dreams.question import question_json  # long to load

    return question_json(_tools(call).question(call["days"], call["id"] or ""), call["part"])


def _propose(call: Call) -> Any:
    from desktop_app.dreams.question import answer_json  # long to load

    return answer_json(_tools(call).propose(call["id"], call["answer"]))


def _tools(call: Call) -> NotebookTools:
    return tools_for(call.memory, call.settings, call["caller"].client)


_RUN = Parameter("run", tr("which run"), required=True)
START = row("start", tr("start a dream, which proposes changes to MEMORY.md"), _start,
             *next(one for one in OPERATIONS if one.name == "dream").parameters)  # fmt: skip
RUN = row("run", tr("say how far a dream is"), _run, _RUN)
CANCEL = row("cancel", tr("cancel a dream"), _cancel, _RUN)
PROPOSAL = row("proposal", tr("show what a dream proposes"), _proposal,
                Parameter("id", tr("which dream"), required=True))  # fmt: skip
QUESTION = row(
    "dream_begin", tr("ask the question of a dream, which you answer yourself"), _question,
    Parameter("--days", tr("how many days to read, today included"), count),
    Parameter("--id", tr("a question that you have, to read another part of it")),
    Parameter("--part", tr("which part, from 1"), count, 1),
)  # fmt: skip
PROPOSE = row(
    "dream_propose", tr("propose what you answer; it waits for the person"), _propose,
    Parameter("id", tr("which question"), required=True),
    Parameter("answer", tr("[MEMORY] and [DREAM], or the JSON with changes"), required=True),
)  # fmt: skip

# -- inbox ------------------------------------------------------------------------------------


def _asked(call: Call) -> Any:
    return [item_json(one) for one in call.memory.inbox.today()]


def _never(call: Call) -> Any:
    return [never_json(one) for one in call.memory.inbox.never()]


ASKED = row("inbox", tr("say what is asked about memory today"), _asked)
NEVER = row("never asked", tr("list what is never asked about"), _never)
ANSWER = row("inbox answer", tr("answer a question about memory"), inbox.answer,
             inbox.WHICH, inbox.ANSWER, inbox.TEXT)  # fmt: skip
TAKE_BACK = row("inbox undo", tr("take an answer back"), inbox.undo, inbox.WHICH)
