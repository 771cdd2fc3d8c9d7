"""Talks with a model, for `make shots`. Knows our own server, no real Ollama."""

import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

from desktop_app.ui.conversation_page import ConversationPage
from desktop_app.ui.look.theme import theme
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.model_dream import MODEL, meet
from tests.support.ollama import OurOllama, Served, called, calls, says
from tests.support.program import quiet, running, sample
from tests.support.waiting import until

SIZES = {
    "": (1280, 800, 1.0),
    "-900": (900, 640, 1.0),
    "-640": (640, 480, 1.0),
    "-200": (1280, 800, 2.0),
}
"""Width and height of the window, and the zoom."""

THINKS = Served(MODEL, 5_225_388_164, 40_960, ("completion", "tools", "thinking"))
ANSWER = """\
The harbour survey report is due on **4 December**; Jonas signs it off. Before that:

- the soundings of berth 4 again
- raw data into `survey-2026/`

```python
def due(report):
    return report.moved_to or report.date
```

Then it goes to the harbour office."""
NEW = "# Memory\n\n## Work\n\n- The harbour survey report is due on 4 December.\n"

Scene = Callable[[OpenNotebook, OurOllama], Awaitable[None]]


async def talk_new(program: OpenNotebook, _ours: OurOllama) -> None:
    """A talk is to begin."""
    program.conversation_page.begin()


async def talk_private(program: OpenNotebook, _ours: OurOllama) -> None:
    """And a private one."""
    program.conversation_page.begin(private=True)


async def talk_answer(program: OpenNotebook, _ours: OurOllama) -> None:
    """An answer with its tool, its thinking, code and the notes it used."""
    page = await opened(program, "report")
    program.window._toast.hide()
    page.desk.column.go_to(0)
    page.desk.column.turn(1).bubble.setFocus()


async def talk_chinese(program: OpenNotebook, _ours: OurOllama) -> None:
    """Its end: a message that is not remembered, and one in Chinese."""
    page = await opened(program, "report")
    page.desk.column.to_end()


async def talk_streaming(program: OpenNotebook, ours: OurOllama) -> None:
    """Half of an answer, which goes on below."""
    page = await opened(program, "report")
    program.streaming = go = threading.Event()  # type: ignore[attr-defined]
    ours.next("/api/chat", says(ANSWER, go=go))
    page.send("And what is to be done before?")
    await until(lambda: page.answering and page.answering.live.content)


async def talk_question(program: OpenNotebook, ours: OurOllama) -> None:
    """A tool wants to replace MEMORY.md."""
    page = program.conversation_page
    page.stop()
    await until(lambda: page.answering is None)
    text = (program.memory.root / "MEMORY.md").read_text(encoding="utf-8")
    new = text.replace("16:40", "17:20", 1)
    ours.next("/api/chat", calls(called("memory_update", mode="replace", text=new)))
    page.send("The physio is at 17:20 from now on.")
    await until(lambda: page.desk.card is not None)


async def talk_flushed(program: OpenNotebook, ours: OurOllama) -> None:
    """What was flushed, and the meter near its first mark."""
    page = program.conversation_page
    page.stop()
    await until(lambda: page.answering is None)
    page = await opened(program, "boat")
    ours.next("/api/chat", says("Until March, then.", prompt_tokens=5_569))
    page.send("We decided to keep the boat in the yard until March.")
    await until(lambda: page.answering is None)
    await quiet(program)
    ours.next("/api/chat", says("- The boat stays in the yard until March."))
    page.flush()
    await until(page.desk.news.isVisible)


SCENES: tuple[Scene, ...] = (
    talk_new, talk_private, talk_answer, talk_chinese, talk_streaming, talk_question, talk_flushed,
)  # fmt: skip


async def opened(program: OpenNotebook, words: str) -> ConversationPage:
    """The page with the talk whose title has these words."""
    page = program.conversation_page
    await quiet(program)
    head = next(one for one in program.memory.talks.listed() if words in one.title.casefold())
    page.open(head.id)
    await until(lambda: page.talk is not None and page.talk.id == head.id)
    await quiet(program)
    return page


async def prepare(program: OpenNotebook, ours: OurOllama) -> None:
    """Two talks, the first of which is what the pictures show."""
    meet(program.memory, ours)
    program.settings.set("sessions.remember", False)
    program.window.show_page("conversation")
    program.server.look_closely()
    page = program.conversation_page
    await until(lambda: page.desk.composer.model.currentText() == MODEL)

    async def said(words: str) -> None:
        page.send(words)
        await until(lambda: page.answering is None)
        await quiet(program)

    ours.next("/api/chat", says("In Ana's yard, until March."))
    await said("Where is the boat?")
    page.begin()
    search = calls(called("memory_search", query="harbour report"))
    ours.next("/api/chat", search, says(ANSWER, thinking="The notes name two dates."))
    await said("When is the harbour report due now? I thought the end of November.")
    ours.next("/api/chat", says("The red suitcase. She arrives on 9 January."))
    await said("Thanks. Remind me what Mara asked me to bring.")
    page.deed("forget", page.talk.view.messages[2].id)
    ours.next("/api/chat", says("對，翻譯小組在每月第一個星期五聚會。"))
    await said("翻譯小組是每月第一個星期五聚會，對嗎？")


async def take(folder: Path, place: Path) -> None:
    """All scenes, each in both themes and sizes; and the page without a model."""
    from tests.support.shots import save

    with OurOllama(THINKS) as ours:
        async with running(place, sample(place)) as program:
            await prepare(program, ours)
            for ending, (width, height, zoom) in SIZES.items():
                program.window.resize(width, height)
                theme().set_zoom(zoom)
                for mode in ("light", "dark"):
                    theme().set_mode(mode)
                    program.window.show_page("conversation")
                    for scene in SCENES:
                        await scene(program, ours)
                        await save(
                            program, folder / f"{scene.__name__}-{mode}{ending}.png", still=False
                        )
            theme().set_zoom(1.0)
            program.window.resize(1280, 800)
            held, ours.models = ours.models, {}
            program.conversation_page.begin()
            program.server.look_closely()
            await until(lambda: not program.conversation_page.desk.composer.isVisible())
            for mode in ("light", "dark"):
                theme().set_mode(mode)
                await save(program, folder / f"talk_none-{mode}.png")
            ours.models = held
