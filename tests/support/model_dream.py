"""A model's dream over the sample notebook, answered by the scripted server. No Qt.

The sample ends today, so the marks of its lines are looked up in the prompt that arrives.
"""

from threading import Event

from desktop_app.dreams.model.habits import Habits
from desktop_app.memory import Memory
from desktop_app.models.address import Address
from desktop_app.models.ollama import Ollama
from desktop_app.models.pace import Pace
from desktop_app.models.transport import Patience
from tests.support.ollama import OurOllama, Script, Served, Talk, says

MODEL = "qwen3:8b"
QWEN = Served(MODEL, size=5_225_388_164, context=40_960, parameters="8.2B")
THINKER = Served(
    "deepseek-r1:14b", size=8_988_112_040, capabilities=("completion", "thinking"), family="qwen2"
)
EMBEDDER = Served("nomic-embed-text:latest", size=274_302_450, capabilities=("embedding",))

FAST = Pace(20_000, 10, 2_000, 10)

REPORT = "The harbour survey report is due on 4 December; Jonas signs it off."
CHARTS = "Prefers printed charts on field days; the tablet screen is useless in the sun."
INVENTED = "Jonas wants to buy a motorboat for 40,000 euros next spring."

# What the answer says, and what the lines it rests on begin with.
_LINES = (
    ("## Work", ()),
    (REPORT, ("M The harbour survey report is due", "D The harbour survey report moves")),
    (INVENTED, ("D Jonas wants the soundings",)),
    ("## Home", ()),
    (
        "The boiler service contract renews in April; the reference is in the blue folder.",
        ("M The boiler service contract", "D The boiler service contract renews in April"),
    ),
    ("## Preferences", ()),
    (CHARTS, ("D Prefers printed charts",)),
    (
        "Decided to stop drinking coffee after 14:00, sleep has been better this week.",
        ("D Decided to stop drinking",),
    ),
    ("## People", ()),
    ("Mara comes to visit on 9 January; she asked for the red suitcase.", ("D Mara comes",)),
)
_TOLD = (
    "[DREAM]\nThe report moves to 4 December\n"
    "The harbour survey report moves to 4 December, since Jonas does not trust the gauge. "
    "Printed charts came up again, and coffee ends at two.\n"
)


def good_answer(prompt: str) -> str:
    """The answer to a prompt, in the agreed form, resting on the lines that were shown."""
    shown = [line.replace(" - ", " ", 1).partition(" ") for line in prompt.split("\n")]
    said = ["[MEMORY]"]
    for text, begins in _LINES:
        marks = [
            next(
                (mark for mark, _, rest in shown if _is(mark, kind) and rest.startswith(start)), ""
            )
            for kind, _, start in (each.partition(" ") for each in begins)
        ]
        if not begins:
            said.append(text)
        elif all(marks):
            said.append(f"- {text} {{{', '.join(marks)}}}")
    return "\n".join([*said, _TOLD])


def dreams(*, per: int = 4, go: Event | None = None) -> Script:
    """A good dream, whatever it is asked over; half of it waits for `go`."""

    async def script(talk: Talk) -> None:
        prompt = talk.request.body["messages"][1]["content"]
        await says(good_answer(prompt), per=per, go=go)(talk)

    return script


def meet(memory: Memory, server: OurOllama) -> None:
    """The notebook asks this server from now on; what a scripted answer rests on is loaded, and how
    fast its models are was heard before.
    """
    server.loaded = dict.fromkeys(server.models, 8_192)
    memory.models.ollama = Ollama(Address("127.0.0.1", server.port), Patience(pauses=(0.0, 0.0)))
    for name in server.models:
        memory.dreams._engines._habits.keep(name, memory.models.ollama.wire.address, Habits(FAST))


def _is(mark: str, kind: str) -> bool:
    return mark.startswith(kind) and mark[1:2].isdigit()
