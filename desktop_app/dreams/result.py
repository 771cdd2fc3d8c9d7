"""What MEMORY.md becomes with the accepted changes of a dream. Pure: bytes and changes in."""

from desktop_app.dreams.proposal import Change
from desktop_app.notebook.bullets import Add, Bullet, Edit, MemoryFile, Remove, Replace


def written(
    data: bytes, changes: tuple[Change, ...]
) -> tuple[bytes, tuple[Change, ...], tuple[Change, ...]]:
    """New bytes, the changes in them, and the accepted ones that found no bullet."""
    memory = MemoryFile(data)
    edits: list[Edit] = []
    taken: list[Change] = []
    left: list[Change] = []
    used: set[int] = set()
    for change in changes:
        if not change.accepted:
            continue
        found = [_bullet(memory, old, change, used) for old in change.old]
        bullets = [bullet for bullet in found if bullet is not None]
        if len(bullets) < len(change.old) or (change.kind != "removed" and not change.new):
            left.append(change)
            continue
        used.update(bullet.line for bullet in bullets)
        taken.append(change)
        if change.kind == "removed":
            edits += [Remove(bullet) for bullet in bullets]
        elif bullets and not change.both:
            edits.append(Replace(bullets[0], change.new or ""))
            edits += [Remove(bullet) for bullet in bullets[1:]]
        elif memory.find(change.new or "") is None:
            edits.append(Add(change.heading, change.new or ""))
    return memory.changed(edits), tuple(taken), tuple(left)


def _bullet(memory: MemoryFile, text: str, change: Change, used: set[int]) -> Bullet | None:
    """The bullet with this text nearest to where the dream saw it."""
    same = [b for b in memory.bullets if b.text == text and b.line not in used]
    return min(same, key=lambda bullet: abs(bullet.line - change.line), default=None)
