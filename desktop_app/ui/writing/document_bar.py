"""What a document has to say, under its header: a clash, a failed save, a draft that was kept.

Knows a Document and words. One thing at a time, the most urgent first.
"""

from desktop_app import dates
from desktop_app.memory.saving import Clash
from desktop_app.ui.parts.column import too_long
from desktop_app.ui.parts.notices import Banner, Deed
from desktop_app.ui.writing.document import Document
from desktop_app.ui.writing.open_file import FileStatus
from desktop_app.words import filled, tr

_GIT, _COPY, _DRAFT = "git", "copy", "draft"
_URGENT = (FileStatus.CLASH, FileStatus.FAILED, _GIT)

Matter = tuple[str, str, str, Deed]  # what it is about, the sentence, the button and what it does
_NOTHING: Matter = ("", "", "", None)


class DocumentBar(Banner):
    """A strip with up to two choices about one document."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._matter = _NOTHING
        document.changed.connect(self.refresh)
        document.drafted.connect(self.refresh)
        document.opened.connect(self.refresh)
        document.renewed.connect(lambda _outside: self.refresh())

    def refresh(self) -> None:
        known = self._matter[0] in (FileStatus.CLASH, FileStatus.FAILED)
        if self._document.state == FileStatus.SAVING and known:
            return  # until the answer is known
        matter = about, message, word, act = self._now()
        if matter[:3] == self._matter[:3]:
            return  # a dismissed strip stays away until there is something else to say
        self._matter = matter
        if not about:
            self.clear()
            return
        other = tr("Delete the kept text") if about == _DRAFT else ""
        self.say(message, "", word, "warn" if about in _URGENT else "info", other, act=act,
            act_other=self._document.drop_draft, stays=True)  # fmt: skip
        self.cross.setVisible(about not in _URGENT)

    def _now(self) -> Matter:
        document, choose = self._document, self._document.asked.emit
        if document.state == FileStatus.CLASH and document.clash is not None:
            return FileStatus.CLASH, self._clash_words(document.clash), tr("Choose"), choose
        if document.state == FileStatus.FAILED:
            message = tr("Could not save. %1 What you typed is kept.")
            if not document.kept:
                message = tr("Could not save. %1 What you typed is in this window only.")
            words = filled(message, document.problem)
            return FileStatus.FAILED, words, tr("Retry"), document.flush
        if (conflict := document.git_conflict) is not None:
            message = tr("Git left a conflict in this file. No dream reads it before you choose.")
            if conflict.copy:
                message = tr("A sync program left a conflict copy of this note: %1.")
            return _GIT, filled(message, conflict.copy), tr("Choose"), choose
        if document.copy is not None:
            message = tr("A sync program left a conflict copy with the same text: %1.")
            words = filled(message, document.copy.path)
            return _COPY, words, tr("Move the copy away"), document.put_away
        if document.draft is not None:
            message = tr("Text you typed here %1 could not be saved then, and was kept.")
            message = filled(message, dates.when(document.draft.at, document.memory.now()))
            return _DRAFT, message, tr("Bring it back"), document.take_draft
        if document.path and not document.editable:
            message = tr("A line of this file is too long to edit here. It can be read.")
            if document.is_copy:
                message = tr("A sync program left this conflict copy. Open the note to choose.")
            elif not too_long(document.text):
                message = tr("This file is none of the notebook's notes. It can be read here.")
            return "fixed", message, "", None
        return _NOTHING

    def _clash_words(self, clash: Clash) -> str:
        if not clash.theirs.exists:
            sentence = tr("This file is gone: another program took it away while you wrote.")
        elif len(clash.merge.conflicts) == 1:
            sentence = tr("Another program changed a line that you changed, too.")
        else:
            sentence = tr("Another program changed lines that you changed, too, at %1 places.")
            sentence = filled(sentence, len(clash.merge.conflicts))
        return tr("%1 Your text is kept.", sentence)


def state_in_words(document: Document) -> str:
    """`Editing`, `Saved 12 s ago`, `Could not save`; "" when there is nothing to say."""
    if document.state in (FileStatus.EDITING, FileStatus.SAVING):
        return tr("Editing")
    if document.state == FileStatus.FAILED:
        return tr("Could not save")
    if document.state == FileStatus.CLASH:
        return tr("Changed in another program")
    if document.updated:
        return tr("Updated from outside")
    seconds = document.seconds_since_saved()
    return "" if seconds is None else tr("Saved %1", dates.ago(seconds))
