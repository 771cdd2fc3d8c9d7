"""Conversations in the settings: what is remembered of them, and when. Every threshold is here."""

from desktop_app.sessions.live_events import SleepStrategy
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.ui.settings.keeping import KeepingGroup
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr

_STRATEGY, _TOOLS = "sessions.strategy", "sessions.tools"


class ConversationsGroup(KeepingGroup):
    """Of talks here and of agents that are watched alike."""

    def __init__(self, settings: KeptSettings) -> None:
        super().__init__("", settings)
        self.title.setText(tr("Conversations"))
        remember = self.switch(
            "sessions.remember",
            tr("Remember facts by itself"),
            tr(
                "New facts of a conversation go into today, and what changes MEMORY.md is "
                "proposed. When this is off, neither happens, here and with agents, and a sleep "
                "only shortens the prompt. What is flushed still goes into today."
            ),
        )
        self.remember = remember.switch
        self.strategy = Segmented(
            {
                SleepStrategy.HYBRID: tr("Both"),
                SleepStrategy.PROGRESSIVE_SUMMARY: tr("Summary"),
                SleepStrategy.IMPORTANCE_BASED: tr("Words"),
                SleepStrategy.SLIDING_WINDOW: tr("Neither"),
            },
            tr("What a sleep leaves to the model"),
        )
        self.strategy.chosen.connect(lambda value: self.keep(_STRATEGY, value))
        self.tools = Segmented(
            {"memory": "memory_search", "facts": "search_memory"}, tr("Names of the tools")
        )
        self.tools.chosen.connect(lambda value: self.keep(_TOOLS, value))
        percent = tr(" %")
        self.add(
            remember,
            SettingRow(
                tr("Look for facts"),
                tr("After so many new messages, and not again before so many seconds."),
                self.add_number("sessions.extract_messages", tr("Messages"), 1, tr(" messages")),
                self.add_number("sessions.extract_seconds", tr("Seconds"), 10, tr(" seconds")),
            ),
            SettingRow(
                tr("Flush"),
                tr("When so much of the model's window is full, what matters goes into today."),
                self.add_number("sessions.flush_percent", tr("Share of the window"), 5, percent),
            ),
            SettingRow(
                tr("Sleep"),
                tr(
                    "When so much of it is full, older messages are summed up for the model: from "
                    "so many messages on, and not again before so many minutes."
                ),
                self.add_number("sessions.sleep_percent", tr("Share of the window"), 5, percent),
                self.add_number("sessions.sleep_messages", tr("Messages"), 1, tr(" messages")),
                self.add_number("sessions.sleep_minutes", tr("Minutes"), 1, tr(" minutes")),
            ),
            SettingRow(
                tr("What a sleep leaves to the model"),
                tr(
                    "Beside the last ten messages: a running summary, the very words of older "
                    "messages that matter, both, or neither. The transcript keeps everything."
                ),
                self.strategy,
            ),
            SettingRow(
                tr("Trim"),
                tr(
                    "Above so many turns the older half is flushed and leaves the prompt; 0: never."
                ),
                self.add_number("sessions.turns", tr("Turns"), 5, tr(" turns")),
            ),
            SettingRow(
                tr("Window"),
                tr("What a talk here uses at most; that of an agent that does not say its own."),
                self.add_number("sessions.window", tr("Tokens"), 1_024, tr(" tokens")),
            ),
            SettingRow(
                tr("Names of the tools"),
                tr("A model is offered the tools of one family; both do the same."),
                self.tools,
            ),
        )
        self.show_settings()

    def show_settings(self) -> None:
        """See `KeepingGroup`."""
        super().show_settings()
        self.strategy.choose(self._settings.get(_STRATEGY))
        self.tools.choose(self._settings.get(_TOOLS))
