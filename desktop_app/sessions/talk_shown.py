"""The records of a talk as its messages are shown. Pure.

An answer and the tools that were called for it are one message.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_app.sessions.live_events import LiveMessage, TurnKind
from desktop_app.sessions.talk_view import TalkMessage, ToolUse
from desktop_app.sessions.transcript import TalkRecord


def shown(records: Iterable[TalkRecord]) -> tuple[TalkMessage, ...]:
    """The messages of a talk. Tools without an answer after them belong to a stopped one."""
    messages: list[TalkMessage] = []
    rounds: list[TalkRecord] = []  # what the model said and called before its answer
    uses: list[ToolUse] = []

    def answer(last: TalkRecord) -> None:
        every = [*rounds, last]
        text = "\n\n".join(one.content for one in every if one.content.strip())
        thinking = "\n\n".join(one.thinking for one in every if one.thinking)
        whole = replace(_message(last), content=text, thinking=thinking, tools=tuple(uses))
        messages.append(whole)
        rounds.clear()
        uses.clear()

    def broken_off() -> None:
        if rounds:
            last = rounds.pop()
            answer(replace(last, stopped=True))

    for one in records:
        if one.kind is TurnKind.TOOL_CALL:
            rounds.append(one)
        elif one.kind is TurnKind.TOOL_RESULT:
            uses.append(one.use)
        elif one.role == "assistant":
            answer(one)
        else:
            broken_off()
            messages.append(_message(one))
    broken_off()
    return tuple(messages)


def answer_start(records: Sequence[TalkRecord], message_id: str) -> str:
    """The id from which a shown message has to be taken back: of an answer that is the first record
    after the person's message. "" for an id that is not there."""
    at = next((n for n, one in enumerate(records) if one.id == message_id), None)
    if at is None or records[at].role == "user":
        return "" if at is None else message_id
    while at and records[at - 1].role != "user":
        at -= 1
    return records[at].id


def live_message(one: TalkRecord) -> LiveMessage:
    """A record as the state machine knows it."""
    text = one.content
    if one.kind is TurnKind.TOOL_CALL:
        text = "\n".join([text, *(f"{call.name} {call.arguments}" for call in one.calls)]).strip()
    return LiveMessage(
        one.id, one.role, text, one.time, one.kind, one.tokens, remembered=one.remembered
    )


def _message(one: TalkRecord) -> TalkMessage:
    return TalkMessage(
        one.id, one.role, one.content, one.time, one.thinking, one.model, one.stopped,
        one.remembered, one.used,
    )  # fmt: skip
