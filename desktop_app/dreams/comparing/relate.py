"""Whether one line says what another one says. Knows two lines, no files and no order."""

from desktop_app.dreams.comparing.points import Points
from desktop_app.language.cues import CueKind, words_of

_CHANGES = frozenset({CueKind.CHANGE, CueKind.END})


def repeats(memory: Points, note: Points) -> bool:
    """Whether `note` says nothing that `memory` does not say: every word and value of it stands
    there, denied alike, and nothing changes or ends."""
    if memory.key == note.key:
        return True
    denials = {len(words_of(CueKind.NOT, one.text)) for one in (memory, note)}
    within = len(note.marks) > 1 and note.marks <= memory.marks
    return within and len(denials) == 1 and not _CHANGES & note.cues - memory.cues
