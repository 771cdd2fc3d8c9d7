"""The pages of one window by their names, and how one leads to another. Knows no notebook."""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from desktop_app.ui.agents_page import AgentsPage
    from desktop_app.ui.context_page import ContextPage
    from desktop_app.ui.conversation_page import ConversationPage
    from desktop_app.ui.days_page import DaysPage
    from desktop_app.ui.dreams_page import DreamsPage
    from desktop_app.ui.forget_page import ForgetPage
    from desktop_app.ui.help_page import HelpPage
    from desktop_app.ui.history_page import HistoryPage
    from desktop_app.ui.memory_page import MemoryPage
    from desktop_app.ui.page import Page
    from desktop_app.ui.search_page import SearchPage
    from desktop_app.ui.settings_page import SettingsPage
    from desktop_app.ui.window import Window


class MadePages(QObject):
    """Each page is made now if it was not yet."""

    window: "Window"

    @property
    def agents_page(self) -> "AgentsPage":
        return cast("AgentsPage", self.window.made("agents"))

    @property
    def days_page(self) -> "DaysPage":
        return cast("DaysPage", self.window.made("days"))

    @property
    def dreams_page(self) -> "DreamsPage":
        return cast("DreamsPage", self.window.made("dreams"))

    @property
    def search_page(self) -> "SearchPage":
        return cast("SearchPage", self.window.made("search"))

    @property
    def conversation_page(self) -> "ConversationPage":
        return cast("ConversationPage", self.window.made("conversation"))

    @property
    def context_page(self) -> "ContextPage":
        return cast("ContextPage", self.window.made("context"))

    @property
    def help_page(self) -> "HelpPage":
        return cast("HelpPage", self.window.made("help"))

    @property
    def forget_page(self) -> "ForgetPage":
        return cast("ForgetPage", self.window.made("forget"))

    @property
    def history_page(self) -> "HistoryPage":
        return cast("HistoryPage", self.window.made("history"))

    @property
    def settings_page(self) -> "SettingsPage":
        return cast("SettingsPage", self.window.made("settings"))

    def join(self, page: "Page") -> None:
        """Let a page that was made lead to the others, and have typed text saved that it reads."""
        page.history_asked.connect(lambda *place: self.history_page.show_file(*place))
        page.forget_asked.connect(lambda *asked: self.forget_page.show_words(*asked))
        page.words_asked.connect(lambda *asked: self.search_page.find_words(*asked))
        page.like_asked.connect(lambda *line: self.search_page.find_like(*line))
        if page.name == "memory":
            cast("MemoryPage", page).dream_asked.connect(
                lambda day: self.dreams_page.dream(until=day)
            )
        elif page.name == "dreams":
            self.dreams_page.flush_asked.connect(self.window.flush)
        elif page.name == "conversation":
            self.conversation_page.flush_asked.connect(self.window.flush)
            self.conversation_page.rehearsal_asked.connect(
                lambda words: self.context_page.rehearse(words)
            )
        elif page.name == "forget":
            self.forget_page.flush_asked.connect(self.window.flush)
        elif page.name == "history":
            self.history_page.file_asked.connect(self._show_history)

    def show_about(self) -> None:
        """Bring what the program is to the front."""
        self.window.show_page("settings")
        self.settings_page.show_section("about")

    def show_models(self) -> None:
        """Bring the choice of engine and model to the front."""
        by_key = self.window.status.engine.hasFocus()
        self.window.show_page("settings")
        self.settings_page.lead_to_models(by_key=by_key)

    def _show_history(self) -> None:
        page = self.window.page
        self.history_page.show_file(page.shown_path() if page else "")
