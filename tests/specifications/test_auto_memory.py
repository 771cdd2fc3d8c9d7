"""Auto memory: the scenarios of auto_memory.md, through the command line and the window.

Its folder `data/prompts/memory` is a notebook whose days are in `daily`.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from desktop_app.dreams.flush import Flushed
from desktop_app.memory.extraction import Extracted
from desktop_app.memory.live_session import LiveStep
from desktop_app.sessions.live import LiveLimits, LiveState
from desktop_app.settings import Places, Settings
from tests.specifications.door import (
    TODAY,
    YESTERDAY,
    Conversation,
    Nightstand,
    day,
    found,
    opened,
    talk,
    usage,
    watch,
)
from tests.support.dreaming import StillClock
from tests.support.ollama import OurOllama, Served, called, calls, says
from tests.support.program import quiet, running, sample, write
from tests.support.served import served
from tests.support.waiting import until

KEY = "The spare key is with Ana"


@pytest.fixture
def own(tmp_path: Path, nightstand: Nightstand) -> Nightstand:
    """The command line on a notebook laid out as the specification has it."""
    nightstand.root = tmp_path / "data" / "prompts" / "memory"
    (nightstand.root / "daily").mkdir(parents=True)
    (nightstand.root / "MEMORY.md").write_text("# Memory\n\n- The boat is blue\n")
    (nightstand.root / "daily" / f"{YESTERDAY}.md").write_text("- Tea at four\n")
    return nightstand


# -- files -----------------------------------------------------------------------------------


def test_a_fact_is_appended_to_memory(own: Nightstand, tmp_path: Path) -> None:
    """Scenario: MEMORY.md 持久化

    WHEN 系統寫入記憶事實
    THEN 事實 SHALL 被追加到 `data/prompts/memory/MEMORY.md` 檔案
    """
    before = own.text()
    own("update", KEY)
    assert (tmp_path / "data/prompts/memory/MEMORY.md").read_text() == f"{before}- {KEY}\n"


def test_a_note_is_appended_to_its_day(own: Nightstand, tmp_path: Path) -> None:
    """Scenario: 每日日誌

    WHEN 系統寫入時間性筆記
    THEN 筆記 SHALL 被追加到 `data/prompts/memory/daily/YYYY-MM-DD.md`
    """
    log = tmp_path / f"data/prompts/memory/daily/{TODAY}.md"
    own("remember", "The gauge was repaired")
    before = log.read_text()
    own("remember", KEY)
    assert log.read_text().startswith(before) and log.read_text().endswith(f"- {KEY}\n")


def test_missing_folders_are_made(tmp_path: Path, nightstand: Nightstand) -> None:
    """Scenario: 目錄初始化

    WHEN 系統啟動時記憶目錄不存在
    THEN 系統 SHALL 自動建立 `memory/` 和 `memory/daily/` 目錄

    Settled: "Folders are made at the first write; `init` makes them all." The folder of the days is
    `memory/memory/` in a new notebook, and stays `daily/` in one that has days there.
    """
    nightstand.root = tmp_path / "elsewhere" / "memory"
    nightstand("init", str(nightstand.root))
    assert (nightstand.root / "memory").is_dir()
    (nightstand.root / "memory" / "dreams").rmdir()
    (nightstand.root / "memory").rmdir()
    nightstand("remember", KEY)
    assert KEY in nightstand.text(day())


# -- the system prompt -----------------------------------------------------------------------


def test_the_whole_of_memory_is_in_the_prompt(own: Nightstand) -> None:
    """Scenario: 注入 MEMORY.md

    WHEN 組合 system prompt
    THEN MEMORY.md 全文 SHALL 被注入為 "Long-term Memory" section

    Settled: "whole (a budget warns before it cuts, and says what was cut)".
    """
    own.write(memory="# Memory\n\nBy hand.\n\n## Boat\n- Blue\n" + "- One more line\n" * 200)
    whole = own("context")
    assert f"## Long-term Memory (MEMORY.md)\n\n{own.text()}" in whole["text"]
    assert whole["left_out"] == []
    small = own("context", "--budget", "500")
    assert small["tokens"] <= 500 and small["left_out"][0]["path"] == "MEMORY.md"


def test_what_a_search_finds_is_in_the_prompt(own: Nightstand) -> None:
    """Scenario: 注入搜尋結果

    WHEN 使用者發送訊息且記憶索引可用
    THEN 系統 SHALL 搜尋相關記憶並注入為 "Relevant Past Context" section
    """
    (own.root / "daily" / "2026-01-05.md").write_text(f"- {KEY}\n")
    (own.root / "daily" / "dreams").mkdir()
    (own.root / "daily" / "dreams" / "2026-01-06.md").write_text(
        f"# Dream Diary\n\n{KEY}, again.\n"
    )
    (own.root / "daily" / "2026-01-07.md").write_text("- Bread\n")
    text = own("context", "Who has the spare key?")["text"]
    assert f"## Relevant Past Context\n\n### 2026-01-05\n- {KEY}\n" in text
    assert "Bread" not in text
    assert "again" not in text, "a diary is the voice of a dream, and no fact"


# -- search ----------------------------------------------------------------------------------


def test_what_is_found_is_ordered_by_bm25(nightstand: Nightstand) -> None:
    """Scenario: 搜尋記憶

    WHEN 使用者或系統以查詢字串搜尋記憶
    THEN 系統 SHALL 回傳按 BM25 分數排序的相關記憶列表
    """
    rain = "".join(f"- Rain in the harbour, week {n}\n" for n in range(20))
    best, second = "The lighthouse of the harbour", "A lighthouse on the hill"
    nightstand.write(memory=rain, d0=f"- {second}\n", d1=f"- {best}\n", d2="- Bread\n")
    hits = nightstand("search", "harbour lighthouse", "--mode", "question")["hits"]
    texts = [hit["text"] for hit in hits]
    assert texts[:2] == [best, second], "of two words the rarer counts for more"
    assert texts[2].startswith("Rain in the harbour") and "Bread" not in texts
    scores = [hit["score"] for hit in hits]
    assert scores == sorted(scores, reverse=True) and scores[0] > scores[1] > scores[2]


def test_what_another_program_writes_is_indexed_once_it_rests(nightstand: Nightstand) -> None:
    """Scenario: 自動重建索引

    WHEN 記憶檔案被修改（檔案系統 watch 偵測到變更，debounce 1.5 秒）
    THEN 系統 SHALL 自動重建 FTS 索引
    """
    with opened(nightstand.root) as memory:
        watch(memory)
        begun = time.monotonic()
        nightstand.write(d0=f"- {KEY}\n")
        early = found(memory, "spare key")
        assert early == [] or time.monotonic() - begun >= 1.5, "a busy machine looks later"
        while not found(memory, "spare key"):
            assert time.monotonic() - begun < 60
            time.sleep(0.02)
        assert time.monotonic() - begun >= 1.5


@pytest.fixture
def meaning(nightstand: Nightstand, model: OurOllama) -> Nightstand:
    """Lines that have been read by an embedding model."""
    model.models["bge-m3:latest"] = Served("bge-m3:latest", capabilities=("embedding",))
    nightstand("settings", "search.embedder", "ollama")
    nightstand("settings", "search.model", "bge-m3")
    nightstand.write(memory=f"# Home\n\n- {KEY}\n- A spare oar\n- The boat is blue\n- Key lime\n")
    assert nightstand("index")["meaning"]["read"] == 4
    return nightstand


def test_a_score_is_seven_parts_meaning_and_three_parts_words(meaning: Nightstand) -> None:
    """Scenario: 混合搜尋

    WHEN sqlite-vec extension 可用且 embedding 已建立
    THEN 搜尋 SHALL 使用混合分數（0.7 * vectorScore + 0.3 * bm25Score）
    """
    answer = meaning("search", "where is the spare key?", "--explain")
    assert answer["arms"] == ["words", "meaning"]
    both = [hit for hit in answer["hits"] if hit["by"] == "both"]
    assert len(both) > 1
    for hit in both:
        by = hit["explain"]
        mixed = 0.7 * by["by_meaning"]["score"] + 0.3 * by["by_words"]["score"]
        assert hit["score"] == pytest.approx(mixed, abs=0.0002)


def test_without_the_extension_search_goes_on(
    meaning: Nightstand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario: sqlite-vec 不可用時 fallback

    WHEN sqlite-vec extension 載入失敗
    THEN 系統 SHALL fallback 到純 FTS5 BM25 搜尋

    Without the extension numpy or plain Python finds the nearest vectors, and nothing is lost.
    Where there are no vectors either, search goes by words alone.
    """
    words = meaning("search", "spare key", "--using", "words")["hits"]
    with_it = meaning("search", "spare key")["hits"]
    monkeypatch.setitem(sys.modules, "sqlite_vec", None)
    assert meaning("status")["index"]["nearest"] in ("numpy", "plain Python")
    assert meaning("search", "spare key")["hits"] == with_it
    for path in meaning.root.parent.rglob("vectors.db*"):
        path.unlink()
    alone = meaning("search", "spare key")
    assert (alone["arms"], alone["hits"]) == (["words"], words)
    assert words[0]["text"] == KEY and alone["note"]


# -- the window ------------------------------------------------------------------------------


async def test_memory_is_edited_in_the_window(tmp_path: Path, qtbot: Any) -> None:
    """Scenario: MEMORY.md 編輯

    WHEN 使用者在 Memory tab 編輯 MEMORY.md 內容
    THEN 系統 SHALL 儲存變更
    """
    root = sample(tmp_path)
    async with running(tmp_path, root) as program:
        program.window.show_page("memory")
        await quiet(program)
        editor = program.window.page.editor
        editor.setFocus()
        editor.go_to_end()
        write(editor, f"\n- {KEY}")
        await until(lambda: (root / "MEMORY.md").read_text().endswith(f"\n- {KEY}\n"))


async def test_what_is_typed_into_search_shows_what_matches(tmp_path: Path, qtbot: Any) -> None:
    """Scenario: 記憶搜尋

    WHEN 使用者在搜尋框輸入查詢
    THEN 系統 SHALL 顯示匹配的記憶結果
    """
    root = sample(tmp_path)
    (root / "memory" / "people.md").write_text(f"- {KEY}\n- The wombat is called Nilo\n")
    async with running(tmp_path, root) as program:
        program.window.show_page("search")
        await quiet(program)
        page = program.window.page
        write(page.pane.input, "wombat")
        await until(lambda: page.settled and page.pane.rows.rows.things)
        assert [row.title for row in page.pane.rows.rows.things] == ["people"]
        await until(lambda: "The wombat is called Nilo" in page.reader.editor.toPlainText())


# -- extraction ------------------------------------------------------------------------------

FACT = "My brother Tomas moved to Lyon last year."


def test_facts_are_looked_for_once_an_answer_has_ended(
    nightstand: Nightstand, model: OurOllama
) -> None:
    """Scenario: Turn 完成後提取

    WHEN 對話 streaming 結束（idle event）且自動記憶已啟用
    THEN 系統 SHALL 非同步執行記憶提取 pipeline
    """
    steps: list[Any] = []
    with opened(nightstand.root) as memory:
        talk(memory, FACT, rests=False, extract_messages=1)
        assert day() not in nightstand.files()
        talk(memory, FACT, told=steps.append, extract_messages=1, remember=False)
        assert steps == [] and day() not in nightstand.files()
        talk(memory, FACT, told=steps.append, extract_messages=1)
    assert [step.remembered for step in steps] == [1]


def test_new_facts_are_written_and_found(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: 提取結果

    WHEN 提取 pipeline 完成
    THEN 新事實 SHALL 被寫入記憶檔案並更新索引
    """
    with opened(nightstand.root) as memory:
        talk(memory, FACT, extract_messages=1)
        assert f"- {FACT}\n" in nightstand.text(day())
        assert day() in found(memory, "Tomas Lyon")


def test_facts_are_looked_for_neither_too_soon_nor_in_too_little(nightstand: Nightstand) -> None:
    """Scenario: 節流控制

    WHEN 距離上次提取不足 60 秒或新訊息不足 4 條
    THEN 系統 SHALL 跳過此次提取

    Settled: "at least 60 s since the last *successful* one and at least 4 *new* messages, per
    conversation, both; the first has no time gate."
    """
    clock = StillClock()
    with opened(nightstand.root, clock) as memory:
        talk = Conversation(memory, LiveLimits())
        talk.say(FACT, "Hm", "Well")
        assert talk.tell(LiveState.idle) == [], "three messages"
        talk.say("Yes")
        assert extracted(talk.tell(LiveState.idle)) == [1], "the first needs no time"
        talk.say("My boat Nanuq lies in berth 14 since 2019.", "Yes", "Hm", "Well")
        clock.forward(seconds=59)
        assert talk.tell(LiveState.idle) == [], "four messages, too soon"
        clock.forward(seconds=1)
        assert extracted(talk.tell(LiveState.idle)) == [1]


def test_auto_memory_is_switched_off_and_on(nightstand: Nightstand) -> None:
    """Scenario: 自動記憶開關

    WHEN 使用者切換 auto-memory toggle
    THEN 自動提取功能 SHALL 被啟用/停用
    """
    settings = Settings(Places.default().config / "settings.toml")

    def remembered(switch: str) -> list[int]:
        settings.set_typed("sessions.remember", switch)
        talk = Conversation(memory, LiveLimits.of(settings.get))
        talk.say(FACT, "Hm", "Well", "Yes")
        return extracted(talk.tell(LiveState.idle))

    with opened(nightstand.root) as memory:
        assert remembered("off") == [] and day() not in nightstand.files()
        assert remembered("on") == [1] and FACT in nightstand.text(day())


def extracted(steps: list[LiveStep]) -> list[int]:
    """How many facts each extraction kept."""
    return [step.remembered for step in steps if isinstance(step, Extracted)]


# -- before a compaction ---------------------------------------------------------------------


def test_three_quarters_of_the_window_are_flushed_once(nightstand: Nightstand) -> None:
    """Scenario: Context 使用率達門檻

    WHEN `session.usage_info` 事件顯示 context 使用率 >= 75%
    THEN 系統 SHALL 觸發記憶刷入（每次 compaction cycle 只觸發一次）
    """
    with opened(nightstand.root) as memory:
        talk = Conversation(memory, LiveLimits())
        talk.say(FACT)
        assert talk.tell(usage(5_999, 8_000)) == []
        assert flushed(talk.tell(usage(6_000, 8_000))) == [day()]
        assert FACT in nightstand.text(day())
        assert talk.say(KEY) == talk.tell(usage(6_300, 8_000)) == []
        talk.tell(LiveState.compaction_began, LiveState.compaction_ended)
        talk.say("The boat lies in berth 14 of the south harbour")
        assert flushed(talk.tell(usage(6_100, 8_000))) == [day()], "a new cycle"


def test_a_compaction_is_the_last_chance_to_flush(nightstand: Nightstand) -> None:
    """Scenario: Compaction 事件觸發

    WHEN 收到 `session.compaction_start` 事件且尚未刷入
    THEN 系統 SHALL 作為最後機會觸發記憶刷入
    """
    with opened(nightstand.root) as memory:
        talk = Conversation(memory, LiveLimits())
        talk.say(FACT)
        assert flushed(talk.tell(LiveState.compaction_began)) == [day()]
        assert FACT in nightstand.text(day())
        assert talk.tell(LiveState.compaction_began) == [], "flushed already"


def flushed(steps: list[LiveStep]) -> list[str | None]:
    """The path that each flush wrote to."""
    return [step.path for step in steps if isinstance(step, Flushed)]


# -- tools of models -------------------------------------------------------------------------


def used(nightstand: Nightstand, model: OurOllama, name: str, **given: str) -> str:
    """What a tool returned to a model that called it in a talk."""
    model.next("/api/chat", calls(called(name, **given)), says("Done."))
    with opened(nightstand.root) as memory:
        memory.index.refresh()
        (use,) = talk(memory, "Please", facts=True).view.messages[-1].tools
    assert use.ok
    assert model.asked("/api/chat")[-1].body["messages"][-1]["content"] == use.result
    return use.result


def test_a_model_reads_all_of_memory(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: read_memory tool

    WHEN LLM 呼叫 read_memory
    THEN 系統 SHALL 回傳 MEMORY.md 的完整內容
    """
    nightstand.write(memory=f"# Memory\n\n- {KEY}\n\nProse of a person.\n")
    assert used(nightstand, model, "read_memory") == nightstand.text()


def test_a_model_appends_a_fact_to_memory(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: append_memory tool

    WHEN LLM 呼叫 append_memory(fact, category)
    THEN 事實 SHALL 被追加到 MEMORY.md 並更新索引
    """
    used(nightstand, model, "append_memory", fact="Prefers printed charts", category="preference")
    assert nightstand.text().endswith("## Preferences\n\n- Prefers printed charts\n")
    with opened(nightstand.root) as memory:
        assert found(memory, "printed charts") == ["MEMORY.md"]


def test_a_model_finds_at_most_ten_lines(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: search_memory tool

    WHEN LLM 呼叫 search_memory(query)
    THEN 系統 SHALL 回傳最多 10 筆相關記憶結果
    """
    nightstand.write(memory="".join(f"- Tide table {n}\n" for n in range(20)), d0="- Bread\n")
    lines = json.loads(used(nightstand, model, "search_memory", query="tide table"))
    assert len(lines) == 10 and all("Tide table" in line["text"] for line in lines)


def test_a_model_appends_an_entry_to_today(nightstand: Nightstand, model: OurOllama) -> None:
    """Scenario: append_daily_log tool

    WHEN LLM 呼叫 append_daily_log(entry)
    THEN 條目 SHALL 被追加到今日的日誌檔案
    """
    nightstand.write(d0="- Tea at four\n")
    used(nightstand, model, "append_daily_log", entry=KEY)
    assert nightstand.text(day()).startswith("- Tea at four\n")
    assert nightstand.text(day()).endswith(f"\n\n- {KEY}\n")


# -- REST ------------------------------------------------------------------------------------


def test_memory_is_read_and_written_over_rest(own: Nightstand, tmp_path: Path) -> None:
    """Scenario: CRUD 操作

    WHEN 前端呼叫 GET/PUT /api/memory/main
    THEN 系統 SHALL 讀取/寫入 MEMORY.md

    A PUT names the version that it replaces, and the person has allowed agents to decide. A line
    that the new text leaves out stays: "`replace` keeps history and obeys the shrink rule."
    """
    with served(tmp_path, root=own.root) as house:
        house.settings.set("agents.decide", True)
        front = house.agent("decide")
        read = front.get("/api/memory/main")
        assert read.json()["text"] == own.text()
        text = f"{own.text()}- {KEY}\n"
        tag = {"if-match": read.headers["etag"]}
        written = front.put("/api/memory/main", json={"text": text}, headers=tag)
        assert written.status_code == 200
        assert own.text() == text == front.get("/api/memory/main").json()["text"]


def test_memory_is_searched_over_rest(own: Nightstand, tmp_path: Path) -> None:
    """Scenario: 搜尋 API

    WHEN 前端呼叫 GET /api/memory/search?q=query
    THEN 系統 SHALL 回傳搜尋結果
    """
    with served(tmp_path, root=own.root) as house:
        front = house.agent("read")
        answer = front.get("/api/memory/search", params={"q": "what is blue?"})
        assert answer.json()["hits"][0]["text"] == "The boat is blue"
        assert front.get("/api/memory/search").status_code == 400


def test_settings_are_read_and_written_over_rest(own: Nightstand, tmp_path: Path) -> None:
    """Scenario: 設定 API

    WHEN 前端呼叫 GET/PUT /api/memory/config
    THEN 系統 SHALL 讀取/寫入記憶設定（enabled, autoExtract, flushThreshold 等）
    """
    with served(tmp_path, root=own.root) as house:
        house.settings.set("agents.decide", True)
        front = house.agent("decide")
        read = front.get("/api/memory/config")
        usual = {"enabled": True, "autoExtract": True, "flushThreshold": 0.75,
                 "extractIntervalSeconds": 60, "minNewMessages": 4}  # fmt: skip
        assert usual.items() <= read.json().items()
        changed = {"enabled": False, "autoExtract": False, "flushThreshold": 0.6}
        tag = {"if-match": read.headers["etag"]}
        assert front.put("/api/memory/config", json=changed, headers=tag).status_code == 200
        assert {**usual, **changed}.items() <= front.get("/api/memory/config").json().items()
        assert house.settings.get("sessions.flush_percent") == 60
        assert house.settings.get("sessions.remember") is False
