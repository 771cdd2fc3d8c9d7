"""Operations that only a door has: the person has the window for them. Rows as in the table."""

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from desktop_app.dreams.inbox.book import item_json as asked_json
from desktop_app.dreams.inbox.book import never_json
from desktop_app.dreams.talk.facts import Category
from desktop_app.errors import Missing, Stale
from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.policy import Scope
from desktop_app.faces.doors.shapes import share, yes
from desktop_app.faces.doors.tooling import tools_for, used
from desktop_app.faces.operations import OPERATIONS
from desktop_app.faces.operations import hindsight as errors
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.models import setting_about
from desktop_app.faces.operations.poison import line_json
from desktop_app.faces.operations.proposed import proposal_json
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Operation,
    Parameter,
    fields_of,
    row,
)
from desktop_app.known_settings import KNOWN
from desktop_app.language.gate.poison import LEAST, Certainty
from desktop_app.memory.tool_house import NotebookTools
from desktop_app.sessions.hindsight.telling import found_json, pattern_json
from desktop_app.settings import Settings
from desktop_app.words import tr


@dataclass(frozen=True)
class Waiting:
    """An answer that says: it is not written, a person is asked first."""

    body: Answer


# -- MEMORY.md and days -----------------------------------------------------------------------

_TEXT = tr("plain words, or Markdown with a bullet for each fact")


def _main(call: Call) -> Answer:
    snapshot = call.memory.files.read(call.memory.layout.memory)
    text = snapshot.data.decode("utf-8", "replace")
    return {"path": snapshot.path, "version": snapshot.sha, "text": text}


def _used(call: Call, tool: str, **arguments: Any) -> Any:
    """What a tool did: where it wrote, and that a person is asked first; `waiting` are the lines
    of the text, from 1, that are not written yet."""
    done = used(call.memory, call.settings, call["caller"], tool, arguments)
    told: Answer = {"told": done.outcome.text}
    if done.proposal is not None:
        told["proposal"] = done.proposal or None
    if done.outcome.wrote is None:
        return Waiting(told)
    waiting = {"waiting": list(done.waiting)} if done.waiting else {}
    return told | waiting | fields_of(done.outcome.wrote, "path", "line")


MAIN = row("main", tr("read MEMORY.md"))(_main)


@row("replace", tr("put a text in the place of MEMORY.md"), text=_TEXT)
def replace(call: Call, text: str) -> Any:
    """Only over the version that was read."""
    memory = call.memory
    if call["base"] not in ("*", memory.files.read(memory.layout.memory).sha):
        raise Stale(tr("MEMORY.md has changed since it was read."), tr("Nothing was written."))
    done = _used(call, "memory_update", mode="replace", text=text)
    return done if isinstance(done, Waiting) else done | _main(call)


@row("append", tr("add facts to MEMORY.md"), text=_TEXT, category=tr("what kind of fact it is"))
def append(call: Call, text: str, *, category: Category | None = None) -> Any:
    """Each as a bullet, where memory does not say it."""
    return _used(call, "append_memory", fact=text, category=category and str(category))


@row("note", tr("add a line to today"), text=_TEXT)
def note(call: Call, text: str) -> Any:
    """Suspicious or not: it says so."""
    return _used(call, "append_daily_log", entry=text)


@row("days", tr("list the days, the newest first"), limit=tr("how many at most"))
def days(call: Call, *, limit: Count = 100) -> Any:
    """Each with the beginning of its text."""
    names = ("date", "path", "head", "blocks", "words", "size", "dreamt")
    return [fields_of(head, *names) for head in call.memory.days.heads()[:limit]]


@row("day", tr("read the notes of a day"), date_=tr("which day"))
def day(call: Call, date_: date) -> Any:
    """Raises Missing where there are none."""
    snapshot = call.memory.files.read(call.memory.day_path(date_))
    if not snapshot.exists:
        raise Missing(
            tr("There are no notes of {day}.").format(day=date_),
            tr("GET /api/memory/daily lists the days that have some."),
        )
    call.memory.search.note_used([snapshot.path])
    text = snapshot.data.decode("utf-8", "replace")
    return {"date": date_.isoformat(), "text": text} | fields_of(snapshot, "path", version="sha")


# -- settings ---------------------------------------------------------------------------------

_CONFIG = {
    "enabled": ("dreams.enabled", 1),
    "autoExtract": ("sessions.remember", 1),
    "contextWindow": ("sessions.window", 1),
    "flushThreshold": ("sessions.flush_percent", 0.01),
    "sleepThreshold": ("sessions.sleep_percent", 0.01),
    "sleepIntervalSeconds": ("sessions.sleep_minutes", 60),
    "minSleepMessages": ("sessions.sleep_messages", 1),
    "extractIntervalSeconds": ("sessions.extract_seconds", 1),
    "minNewMessages": ("sessions.extract_messages", 1),
    "maxTurns": ("sessions.turns", 1),
}
"""Settings as REST calls them: the value there is that of the settings times the number."""


def _config_parameter(name: str) -> Parameter:
    key, each = _CONFIG[name]
    kind = yes if isinstance(KNOWN[key].default, bool) else int
    help_ = f"{key}: {setting_about(key)}"
    return Parameter(f"--{name}", help_, name, share if each < 1 else kind)


def config(settings: Settings) -> Answer:
    """The settings as REST calls them, with the version of them all."""
    values = {}
    for name, (key, each) in _CONFIG.items():
        value = settings.get(key)
        values[name] = value if each == 1 else round(value * each, 4)
    whole = json.dumps(values, sort_keys=True).encode()
    return {"version": hashlib.sha256(whole).hexdigest(), **values}


def _configure(call: Call, **given: Any) -> Answer:
    if call["base"] not in ("*", config(call.settings)["version"]):
        raise Stale(tr("The settings have changed since they were read."), tr("None was changed."))
    for name, (key, each) in _CONFIG.items():
        if (value := given[name]) is not None:
            call.settings.set(key, value if each == 1 else round(value / each))
    return config(call.settings)


_CONFIG_PARAMETERS = tuple(map(_config_parameter, _CONFIG))
CONFIG_SHAPE = shapes.record("version", **{
    one.key: shapes.taken(one) for one in _CONFIG_PARAMETERS
})  # fmt: skip
CONFIG = row("config", tr("read the settings of memory"))(lambda call: config(call.settings))
CONFIGURE = Operation(
    "configure", tr("change settings of memory; those that are not named stay"), "", _configure,
    str, _CONFIG_PARAMETERS,
)  # fmt: skip

# -- dreams -----------------------------------------------------------------------------------

_RUN = tr("which run")
_DREAM = next(one for one in OPERATIONS if one.name == "dream")


async def _start(call: Call, **_: Any) -> Any:
    house, caller = call["house"], call["caller"]
    given = {one.key: call.arguments[one.key] for one in _DREAM.parameters}

    def dreaming(report: Any) -> Any:
        return house.do(caller, Scope.WRITE, _DREAM, given, report)

    return house.runs.start(dreaming).told()


START = Operation(
    "start", tr("start a dream, which proposes changes to MEMORY.md"), "", _start, str,
    _DREAM.parameters,
)  # fmt: skip


@row("run", tr("say how far a dream is"), run_=_RUN)
async def run(call: Call, run_: str) -> Any:
    """Raises Missing where there is none."""
    return call["house"].runs.find(run_).told()


@row("cancel", tr("cancel a dream"), run_=_RUN)
async def cancel(call: Call, run_: str) -> Any:
    """Waits for its end."""
    return (await call["house"].runs.cancel(run_)).told()


@row("proposal", tr("show what a dream proposes"), id_=tr("which dream"))
def proposal(call: Call, id_: str) -> Any:
    """Raises Missing where there is none."""
    return proposal_json(call.memory.dreams.proposal(id_))


def _tools(call: Call) -> NotebookTools:
    return tools_for(call.memory, call.settings, call["caller"].client)


@row(
    "dream_begin", tr("ask the question of a dream, which you answer yourself"),
    days=tr("how many days to read, today included"),
    id_=tr("a question that you have, to read another part of it"),
    part=tr("which part, from 1"),
)  # fmt: skip
def question(
    call: Call, *, days: Count | None = None, id_: str | None = None, part: Count = 1
) -> Any:
    """A long one has several parts."""
    from desktop_app.dreams.question import question_json  # long to load

    return question_json(_tools(call).question(days, id_ or ""), part)


@row(
    "dream_propose", tr("propose what you answer; it waits for the person"),
    id_=tr("which question"),
    answer=tr("[MEMORY] and [DREAM], or the JSON with changes"),
)  # fmt: skip
def propose(call: Call, id_: str, answer: str) -> Any:
    """Nothing is written."""
    from desktop_app.dreams.question import answer_json  # long to load

    return answer_json(_tools(call).propose(id_, answer))


# -- what waits for the person ----------------------------------------------------------------


@row("inbox", tr("say what is asked about memory today"))
def asked(call: Call) -> Any:
    """The same questions as in the window."""
    return [asked_json(one) for one in call.memory.inbox.today()]


@row("never asked", tr("list what is never asked about"))
def never(call: Call) -> Any:
    """Since when, too."""
    return [never_json(one) for one in call.memory.inbox.never()]


@row("poison", tr("say where lines stand that were written to steer a model"))
def poison(call: Call) -> Any:
    """Without a word of them."""
    found = (one for one in call.memory.poison.look() if one.sure >= LEAST[Certainty.LIKELY])
    return [line_json(one, quoting=False) for one in found]


# -- errors, and what a team shares -----------------------------------------------------------

_LIMIT = tr("how many at most")
_ERROR = tr("which error")


@row("errors", tr("list the errors that were met, the last first"), limit=_LIMIT)
def every_error(call: Call, *, limit: Count = 10) -> Any:
    """Those of the team after one's own."""
    errors.with_team(call)
    return errors.every(call, limit)


@row("hindsight", tr("say what is known of an error"), error=tr("the error as it was told"),
     limit=_LIMIT)  # fmt: skip
def find_error(call: Call, error: str, *, limit: Count = 10) -> Any:
    """The nearest first."""
    with_meaning(call)
    errors.with_team(call)
    return [found_json(one) for one in call.memory.hindsight.find(error, limit)]


@row("share", tr("share what ends an error"), id_=_ERROR,
     resolution=tr("what ends it, in other words"))  # fmt: skip
def share_error(call: Call, id_: str, *, resolution: str | None = None) -> Any:
    """With the team, too, where there is one."""
    errors.with_team(call)
    return pattern_json(call.memory.hindsight.share(id_, resolution or ""))


@row("decline", tr("do not share an error"), id_=_ERROR)
def decline_error(call: Call, id_: str) -> Any:
    """It is not proposed again."""
    errors.with_team(call)
    return pattern_json(call.memory.hindsight.decline(id_))


@row("to_share", tr("say what would be shared of an error or a procedure"), id_=_ERROR)
def to_share(call: Call, id_: str) -> Any:
    """To the last word."""
    return errors.item_json(errors.to_share(call, id_))


SHARED = row("shared", tr("list what a team shares"))(errors.shared)


@row("take", tr("propose a procedure that somebody shared"), id_=_ERROR)
def take(call: Call, id_: str) -> Any:
    """For the person's review."""
    return errors.taken(call, id_)
