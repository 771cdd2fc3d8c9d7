"""A talk in a process that is killed at any moment: what it had told as written is there."""

import random
import subprocess
import sys
from pathlib import Path

from desktop_app.sessions.transcript import read_transcript
from tests.support.dreaming import a_notebook, opened

ROOT = Path(__file__).parents[2]
KILLS = 6

TALKER = """
import asyncio, sys
from pathlib import Path
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.talking import AtOnce

root, data, last = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
memory = Memory.open(root, Places(data / "data", data / "config"))
memory._engines = AtOnce()
talk = memory.talks.open(last) if last else memory.talks.begin()
print("talk", talk.id, flush=True)

async def turns():
    for n in range(1000):
        await talk.say(f"Turn {n} of {sys.argv[4]}: the harbour opens at six.")
        print("said", len(talk.view.messages), talk.view.messages[-1].id, flush=True)

asyncio.run(turns())
"""


def test_killed_at_random_moments_a_talk_loses_nothing_it_had_written(tmp_path: Path) -> None:
    root, chance = a_notebook(tmp_path), random.Random(7)
    talk, said = "", list[str]()
    for run in range(KILLS):
        command = [sys.executable, "-c", TALKER, str(root), str(tmp_path), talk, str(run)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert process.stdout is not None
        turns = chance.randrange(1, 4)
        for line in process.stdout:
            kind, *words = line.split()
            talk = talk or words[0]
            said += [words[1]] if kind == "said" else []
            turns -= kind == "said"
            if not turns:
                break
        try:
            process.wait(chance.random() * 0.03)
        except subprocess.TimeoutExpired:
            process.kill()
        said += [line.split()[2] for line in process.stdout if line.startswith("said ")]
        process.stdout.close()
        process.wait()
        (path,) = (root / "sessions").glob("*.jsonl")
        read = read_transcript(path.read_bytes(), path.name)
        assert read is not None and read.head.id == talk
        assert set(said) <= {one.id for one in read.messages}, run
    memory = opened(root, tmp_path)
    view = memory.talks.open(talk).view
    assert [one.id for one in view.messages if one.id in set(said)] == said
    asked = [one.content for one in view.messages if one.role == "user"]
    assert len(asked) == len(set(asked)), "nothing is there twice"
