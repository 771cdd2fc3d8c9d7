"""CowAgent: all conversations in one database, `sessions/conversations.db` of its folder."""

from collections.abc import Iterator

from desktop_app.sessions.agents.adapter import (
    Adapter,
    AgentName,
    FoundTranscript,
    Homes,
    Rows,
    Values,
)
from desktop_app.sessions.agents.turns import AgentEvent, said, uses_of_tools

_ROWS = Rows(
    query="""select id, session_id, json_object('role', role, 'time', created_at, 'content',
        case when json_valid(content) then json(content) else content end)
        from messages where id > ? order by id limit ?""",
    last="select coalesce(max(id), 0) from messages",
    sessions="select session_id, count(*) from messages group by 1",
)


def _found(homes: Homes) -> Iterator[FoundTranscript]:
    root = homes.home / "cow"
    path = root / "sessions" / "conversations.db"
    if path.is_file():
        yield FoundTranscript(path, str(root))


def _read(value: Values) -> tuple[AgentEvent, ...] | None:
    if value.get("role") not in ("user", "assistant"):
        return None
    time = str(value.get("time", ""))
    return (*said(value), *uses_of_tools(value.get("content"), time))


COWAGENT = Adapter(
    AgentName.COWAGENT,
    "CowAgent",
    "2026-05",
    _found,
    _read,
    lambda value: False,  # it writes no file of lines
    window=50_000,
    writes_days=True,
    counts=False,
    rows={".db": _ROWS},
)
