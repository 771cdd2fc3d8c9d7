"""Hooks: an agent tells of a moment as JSON on standard input, and gets back what memory gives.

At its start an agent gets the prompt of memory, with each question what a search finds; before its
conversation is compacted, and at its end, what is new in its transcript is flushed into today.
"""

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from desktop_app.dreams.engine_choice import Engine, EngineName
from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.doors.policy import MOST_BYTES
from desktop_app.faces.operations.talk import left_out_json, left_out_words
from desktop_app.memory import Memory
from desktop_app.notebook.history import written_by
from desktop_app.sessions.connecting import HOOKS, AgentHooks
from desktop_app.sessions.levels.prompt_plan import architected
from desktop_app.sessions.reading import read_conversation
from desktop_app.words import together, tr

_TRANSCRIPTS = (".jsonl", ".json")
_FOR_A_START, _FOR_A_PROMPT = 4_096, 1_024  # tokens


async def heard(memory: Memory, agent: str) -> str:
    """Answer the hook on standard input: JSON for the agent, which adds it to its prompt."""
    known, told = HOOKS[agent], _told()
    event = str(told.get("hook_event_name", ""))
    with written_by(agent):
        if event in (known.compaction, known.end):
            left_out = await _flushed(memory, known, event, told)
            return json.dumps({"systemMessage": left_out} if left_out else {}, ensure_ascii=False)
        context = await asyncio.to_thread(_context, memory, known, event, told)
    if not context:
        return "{}"
    output = {"hookEventName": event, "additionalContext": context}
    return json.dumps({"hookSpecificOutput": output}, ensure_ascii=False)


def _told() -> Mapping[str, Any]:
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin is not None else b""
    try:
        told = json.loads(data.decode())
    except (ValueError, RecursionError):
        told = None
    if len(data) > MOST_BYTES or not isinstance(told, dict):
        raise WrongUse(
            tr("Standard input has no JSON of a hook."),
            tr("An agent runs this command. See: nightstand mcp --hook AGENT --print"),
        )
    return told


def _context(memory: Memory, known: AgentHooks, event: str, told: Mapping[str, Any]) -> str:
    """What memory gives at this moment; "" at any other."""
    if event == known.start:
        material, budget = memory.context.material(), _FOR_A_START
    elif event == known.prompt:
        found = memory.context.material(str(told.get("prompt", "")))
        # The rest was given at the start.
        hits = [piece for piece in found.pieces if piece.rank is not None]
        material, budget = replace(found, pieces=tuple(hits)), _FOR_A_PROMPT
    else:
        return ""
    prompt = architected(material, budget)
    return prompt.text.encode("utf-8", "replace").decode() if prompt.inside else ""


async def _flushed(memory: Memory, known: AgentHooks, event: str, told: Mapping[str, Any]) -> str:
    """Flush what is new in the agent's transcript; what was left out, in words. Rules sum up: an
    agent waits for no model."""
    path = str(told.get("transcript_path") or "")
    if not path:  # the conversation has had no message
        return ""
    if PurePath(path).suffix.casefold() not in _TRANSCRIPTS:
        raise Problem(
            tr("{path} is no transcript.").format(path=path[:200]), tr("No notes were saved.")
        )
    talk = await asyncio.to_thread(read_conversation, path)
    cause = "trim" if event == known.compaction else "session"
    session = str(told.get("session_id") or talk.session)
    engine = Engine(kind=EngineName.BUILTIN)
    flushed = await memory.sessions.flush(talk.messages, cause, session=session, engine=engine)
    return together(*left_out_words(left_out_json(flushed)))
