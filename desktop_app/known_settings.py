"""Every setting: its default, what it takes, and what it is for. Knows no file and no window."""

from collections.abc import Callable
from typing import Any, NamedTuple

from desktop_app import languages
from desktop_app.regex import regex
from desktop_app.words import tr


class Setting(NamedTuple):
    """`about` is what it is for, where `expects` does not say it; `read` turns typed words into a
    value, or raises ValueError."""

    default: Any
    fits: Callable[[Any], bool]
    expects: str
    read: Callable[[str], Any] = str
    about: str = ""


def _for(about: str, setting: Setting) -> Setting:
    return setting._replace(about=about)


def _one_of(default: str, *others: str) -> Setting:
    values = (default, *others)
    expects = tr("one of {values}").format(values=", ".join(values))
    return Setting(default, lambda value: value in values, expects)


def _whole(default: int, low: int, high: int, expects: str) -> Setting:
    def fits(value: Any) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and (low <= value <= high or value == default)

    return Setting(default, fits, expects, int)


def _switch(default: bool) -> Setting:
    def read(typed: str) -> bool:
        return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[
            typed.strip().casefold()
        ]

    return Setting(default, lambda value: isinstance(value, bool), tr("true or false"), read)


def _text(expects: str) -> Setting:
    return Setting("", _is_text, expects, str.strip)


def _place(*words: str) -> Setting:
    """One of these words, the first by default, or what looks like the address of a server."""

    def fits(value: Any) -> bool:
        return value in words or (_is_text(value) and "://" in value)

    named = tr("one of {values}").format(values=", ".join(filter(None, words)) or '""')
    return Setting(words[0], fits, tr("{words}, or the address of a server").format(words=named))


def _texts(expects: str) -> Setting:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and all(map(_is_text, value))

    def read(typed: str) -> list[str]:
        return [part.strip() for part in typed.split(",") if part.strip()]

    return Setting([], fits, expects, read)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT and value.isprintable()


_LONGEST_TEXT = 500
_TIME_OF_DAY = regex("([01][0-9]|2[0-3]):[0-5][0-9]")

KNOWN: dict[str, Setting] = {
    "agents.decide": _for(
        tr(
            "With its own key an agent may apply and undo dreams, change settings and replace "
            "MEMORY.md. Without this, what it would replace waits for you."
        ),
        _switch(False),
    ),
    "agents.may_write": _for(
        tr("These agents write into MEMORY.md without asking you first."),
        _texts(tr("names of agents with commas, or * for all")),
    ),
    "agents.port": _for(
        tr("Where agents connect on this computer."),
        _whole(8642, 1024, 65_535, tr("a port of this computer, 1024 to 65535")),
    ),
    "agents.refuse_secrets": _for(
        tr(
            "An agent can never write what looks like a password into MEMORY.md. Into a day "
            "it can, with a warning, unless this is on."
        ),
        _switch(False),
    ),
    "agents.review": _for(
        tr("What these agents write into MEMORY.md waits for your review."),
        _texts(tr("names of agents with commas, or * for all")),
    ),
    "agents.serve": _for(
        tr(
            "Agents may connect by REST and MCP, from this computer alone, while the window "
            "is open."
        ),
        _switch(False),
    ),
    "appearance.language": _for(
        tr("The language of commands and the sample. The window follows when it starts next."),
        _one_of("system", *languages.NAMES),
    ),
    "appearance.mode": _for(
        tr("System follows what this computer says, and changes with it."),
        _one_of("system", "light", "dark"),
    ),
    "appearance.motion": _for(
        tr("A bar moves while nobody knows how long something takes."), _switch(True)
    ),
    "appearance.zoom": _for(
        tr("The size of everything in the window, in percent."),
        _whole(100, 50, 300, tr("a percentage from 50 to 300")),
    ),
    "dreams.agents_lines": _for(
        tr(
            "When on, text that an agent read somewhere, such as a web page, can get into your "
            "memory without your review. When off, what rests on lines of agents waits for you."
        ),
        _texts(tr("notebook folders in which lines of agents may be written unasked, with commas")),
    ),
    "dreams.answers": _for(
        tr(
            "How a model answers: in its own words, in copies of yours, or with the numbers of "
            "lines."
        ),
        _one_of("auto", "words", "copy", "numbers"),
    ),
    "dreams.days": _for(
        tr("How many days a dream reads, unless you say otherwise."),
        _whole(0, 0, 365, tr("0 (every day since the last dream) or a number of days up to 365")),
    ),
    "dreams.enabled": _for(tr("When this is off, no dream starts."), _switch(True)),
    "dreams.engine": _for(
        tr(
            "auto: the chosen model when it answers, else no model. builtin: no model. ollama: "
            "always the model."
        ),
        _one_of("auto", "builtin", "ollama"),
    ),
    "dreams.every_days": _for(
        tr("An automatic dream starts this many days after the last dream."),
        _whole(1, 1, 30, tr("days, 1 to 30")),
    ),
    "dreams.minutes": _for(
        tr(
            "How long one answer of a model may take. A dream that waits longer fails and "
            "changes nothing."
        ),
        _whole(0, 0, 240, tr("0 (no limit) or the minutes one answer may take, to 240")),
    ),
    "dreams.model": _for(
        tr("The model that dreams."), _text(tr("the name of an installed model, or nothing"))
    ),
    "dreams.room": _for(
        tr(
            "How much context a model gets in a dream, for prompt and answer. More takes "
            "more of the computer's memory."
        ),
        _whole(
            0,
            2_048,
            131_072,
            tr("0 (what the computer's memory allows) or tokens, 2048 to 131072"),
        ),
    ),
    "dreams.schedule": _for(
        tr("When automatic dreams start: never, or at a time of day."), _one_of("off", "daily")
    ),
    "dreams.time": _for(
        tr("When a daily dream starts. If the computer sleeps then, the dream starts later."),
        Setting(
            "03:00",
            lambda value: isinstance(value, str) and bool(_TIME_OF_DAY.fullmatch(value)),
            tr("a time of day, 00:00 to 23:59"),
            str.strip,
        ),
    ),
    "dreams.unattended": _for(
        tr(
            "What an automatic dream may write without your review: nothing, supported changes, "
            "or also changes that your notes do not fully support. In both cases only from lines "
            "that you typed. Supported is also what a model said in its own words and found "
            "again in a second reading."
        ),
        _one_of("propose", "supported", "verbatim"),
    ),
    "history.megabytes": _for(
        tr("How large the history may grow. Beyond that, the oldest versions are deleted."),
        _whole(0, 0, 1_000_000, tr("megabytes, or 0 for no limit")),
    ),
    "memory.characters": _for(
        tr("Agents read only this much of MEMORY.md, from its beginning."),
        _whole(25_000, 0, 10_000_000, tr("characters, or 0 for no limit")),
    ),
    "memory.lines": _for(
        tr(
            "Agents read only the beginning of MEMORY.md. When it is longer, a dream offers "
            "to move lines that nobody used to a topic file."
        ),
        _whole(200, 0, 100_000, tr("lines, or 0 for no limit")),
    ),
    "models.address": _for(
        tr("Where Ollama answers. Leave it empty for the usual place on this computer."),
        _text(tr("where Ollama answers, such as 127.0.0.1:11434, or nothing")),
    ),
    "models.agreed": _for(
        tr("Models with which you have dreamt: before their next dream you are not asked again."),
        _texts(tr("names of models, with commas between")),
    ),
    "models.consent": _for(
        tr("The other computer that your notes may be sent to."),
        _text(tr("the name of a computer, or nothing")),
    ),
    "search.embedder": _for(
        tr("Search by meaning: a model on this computer reads every line once."),
        _one_of("off", "builtin", "ollama"),
    ),
    "search.model": _for(
        tr("The model of Ollama for search by meaning."),
        _text(tr("the name of an installed embedding model, or nothing")),
    ),
    "sessions.extract_messages": _for(
        tr("New facts of a conversation are looked for once it has this many new messages."),
        _whole(4, 1, 10_000, tr("a number of messages")),
    ),
    "sessions.extract_seconds": _for(
        tr("The shortest time between two searches for new facts."),
        _whole(60, 0, 86_400, tr("seconds, up to 86400")),
    ),
    "sessions.flush_percent": _for(
        tr(
            "When this much of the model's context is full, notes of the conversation are "
            "saved in today."
        ),
        _whole(75, 10, 100, tr("a percentage of the context, 10 to 100")),
    ),
    "sessions.idle_minutes": _for(
        tr("When a conversation rests this long, its notes are saved."),
        _whole(30, 1, 1_440, tr("minutes without a new message, 1 to 1440")),
    ),
    "sessions.impact": _for(
        tr("How much an event in an agent's conversation must matter to be listed, from 0 to 100."),
        _whole(50, 0, 100, tr("a percentage, 0 to 100")),
    ),
    "sessions.model": _for(
        tr("The model that answers in conversations."),
        _text(tr("the name of an installed model, or nothing")),
    ),
    "sessions.place": _for(
        tr(
            "Where new conversations are kept: in the notebook, on this computer only (own), or "
            "there only if Git or a sync program copies the notebook (auto)."
        ),
        _one_of("auto", "notebook", "own"),
    ),
    "sessions.remember": _for(
        tr(
            "New facts of a conversation go into today, and changes to MEMORY.md are proposed. "
            "Off: neither happens, here or with agents."
        ),
        _switch(True),
    ),
    "sessions.sleep_messages": _for(
        tr("Older messages are summarised only after this many new ones."),
        _whole(10, 2, 10_000, tr("a number of messages")),
    ),
    "sessions.sleep_minutes": _for(
        tr("The shortest time between two summaries of older messages."),
        _whole(5, 0, 1_440, tr("minutes, up to 1440")),
    ),
    "sessions.sleep_percent": _for(
        tr("When this much of the model's context is full, older messages are summarised for it."),
        _whole(80, 10, 100, tr("a percentage of the context, 10 to 100")),
    ),
    "sessions.strategy": _for(
        tr(
            "What the model gets besides the last ten messages: a summary "
            "(progressive-summary), older messages that matter (importance-based), both "
            "(hybrid), or neither (sliding-window). The conversation keeps everything."
        ),
        _one_of("hybrid", "sliding-window", "progressive-summary", "importance-based"),
    ),
    "sessions.tools": _for(
        tr(
            "The names by which a model calls its tools: memory_search and others, or "
            "read_memory and others. Both do the same."
        ),
        _one_of("memory", "facts"),
    ),
    "sessions.turns": _for(
        tr(
            "Above this many messages of yours, the older half is saved as notes and leaves the "
            "prompt; 0: never."
        ),
        _whole(
            20,
            0,
            10_000,
            tr("messages of yours, or 0 for no limit"),
        ),
    ),
    "sessions.window": _for(
        tr("How much of a model's context a conversation uses."),
        _whole(
            8_192,
            1_024,
            2_000_000,
            tr("tokens, 1024 or more"),
        ),
    ),
    "tiers.cold": _for(
        tr(
            "What is older than 90 days and hardly used can move into files beside the index, "
            "which stays small and quick. It is found all the same."
        ),
        _place("off", "local"),
    ),
    "tiers.consent": _for(
        tr("Other computers that older notes may be sent to."),
        _texts(tr("names of computers, with commas")),
    ),
    "tiers.hot": _for(tr("A server that keeps what was used within the last week."), _place("")),
    "tiers.warm": _for(
        tr("A server that keeps what was used within the last 90 days."), _place("")
    ),
}
