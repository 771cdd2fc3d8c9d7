"""What a disk may hold after a power cut: the calls of a real process, replayed without some.

A process is recorded by strace with every byte it writes. What was not synced by then may be
missing: of each file the last writes, of each folder the last names given or taken, each on its
own; of a long write only its first sectors may have come. SQLite's calls are recorded like ours.
"""

import os
import random
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import basename, dirname, join, normpath, split

CALLS = ("openat", "write", "pwrite64", "ftruncate", "rename", "renameat", "renameat2", "link",
         "linkat", "unlink", "unlinkat", "mkdir", "mkdirat", "fsync", "fdatasync", "lseek",
         "close", "writev", "dup", "dup2", "pwritev", "fallocate", "rmdir")  # fmt: skip
_LINE = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)(?:<([^>]*)>)?")
_PART = re.compile(
    r'(?:AT_FDCWD|-?\d+)<(?P<fd>[^>]*)>(?:\(deleted\))?|"(?P<text>(?:\\x[0-9a-f]{2})*)"(?P<cut>\.\.\.)?|'
    r"(?P<word>[A-Z0-9_|]+)"
)
_SECTOR = 512
_NO_STATE = (".db-shm", "lock", "lock.turn")  # remade by whoever comes next


@dataclass(frozen=True)
class Op:
    """One step on the disk: on the bytes of `file` (a number), or on the names of `folder`."""

    kind: str  # write, truncate, sync / name, swap, sync names / done
    file: int = -1
    folder: str = ""
    at: int = 0
    data: bytes = field(default=b"", repr=False)
    names: tuple[tuple[str, int | None], ...] = ()  # name -> the file it means, None for none
    seen: str = ""


Tree = dict[str, bytes | None]
"""Path -> bytes, None for a folder."""


def tree_of(root: Path) -> Tree:
    """What is below a folder now."""
    return {
        str(path): None if path.is_dir() else path.read_bytes()
        for path in sorted(root.rglob("*"))
        if not path.name.endswith(_NO_STATE)
    }


def lay_out(root: Path, tree: Tree) -> None:
    """Make the folder hold exactly this."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for path, data in sorted(tree.items()):
        if data is None:
            Path(path).mkdir()
        else:
            Path(path).write_bytes(data)


class Recording:
    """The steps of one process below a folder, and the disk as it was before."""

    def __init__(self, root: Path, before: Tree, calls: str) -> None:
        self.root = str(root)
        self.before = before
        self.files: list[bytes] = []  # the bytes of each file at the beginning
        self.start: dict[str, dict[str, int]] = {self.root: {}}  # folder -> its names
        self.folders: dict[int, str] = {}  # a file that is a folder -> its path
        for path, data in sorted(before.items()):
            number = self._new(data or b"", path if data is None else None)
            self.start.setdefault(dirname(path), {})[basename(path)] = number
        self.ops: list[Op] = []
        self._parse(calls)

    def _new(self, data: bytes = b"", folder: str | None = None) -> int:
        self.files.append(data)
        number = len(self.files) - 1
        if folder is not None:
            self.folders[number] = folder
            self.start.setdefault(folder, {})
        return number

    def _parse(self, calls: str) -> None:
        names = {folder: dict(entries) for folder, entries in self.start.items()}
        opened: dict[int, tuple[int | str, int, bool]] = {}  # fd -> file or folder, offset, append

        def inside(path: str) -> bool:
            return path == self.root or path.startswith(self.root + "/")

        def look(path: str) -> int | None:
            return names.get(dirname(path), {}).get(basename(path))

        def name(folder: str, *changes: tuple[str, int | None], seen: str) -> None:
            for entry, number in changes:
                if number is None:
                    names[folder].pop(entry, None)
                else:
                    names[folder][entry] = number
            self.ops.append(Op("name", folder=folder, names=changes, seen=seen))

        for line in calls.splitlines():
            assert "unfinished" not in line, line[:200]
            match = _LINE.match(line)
            if match is None:
                continue
            call, body, result = match[1], match[2], match[3]
            if call == "writev" and "iov_len=0" in body:
                self.ops.append(Op("done"))
                continue
            if result == "?" or int(result) < 0:
                continue
            value = int(result)
            parts = [_Part(m) for m in _PART.finditer(body)]
            fd = int(body.split("<")[0]) if re.match(r"\d+<", body) else -1
            if call == "openat":
                path = normpath(join(parts[0].text, parts[1].text))
                flags = parts[2].text
                opened.pop(value, None)
                if not inside(path) or path.endswith(_NO_STATE):
                    continue
                found = look(path) if path != self.root else None
                if path == self.root or (found is not None and found in self.folders):
                    opened[value] = (path, 0, False)
                    continue
                if found is None:
                    assert "O_CREAT" in flags, line[:200]
                    found = self._new()
                    name(dirname(path), (basename(path), found), seen=f"make {path}")
                elif "O_TRUNC" in flags:
                    self.ops.append(Op("truncate", found, seen=path))
                opened[value] = (found, 0, "O_APPEND" in flags)
            elif call == "close":
                opened.pop(fd, None)
            elif call in ("dup", "dup2"):
                assert fd not in opened, line[:200]
            elif call in ("write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync",
                          "pwritev", "fallocate"):  # fmt: skip
                if fd not in opened:
                    continue
                target, offset, appends = opened[fd]
                seen = f"{call} {parts[0].text}"
                if call in ("fsync", "fdatasync"):
                    if isinstance(target, str):
                        self.ops.append(Op("sync names", folder=target, seen=seen))
                    else:
                        self.ops.append(Op("sync", target, seen=seen))
                    continue
                assert isinstance(target, int), line[:200]
                if call == "lseek":
                    opened[fd] = (target, value, appends)
                elif call == "ftruncate":
                    size = int(body.rpartition(", ")[2])
                    self.ops.append(Op("truncate", target, at=size, seen=seen))
                elif call in ("write", "pwrite64"):
                    assert not parts[1].cut, "a write was not recorded whole"
                    data = parts[1].raw[:value]
                    at = -1 if appends else offset
                    if call == "pwrite64":
                        at = int(body.rpartition(", ")[2])
                    self.ops.append(Op("write", target, at=at, data=data, seen=seen))
                    if call == "write" and not appends:
                        opened[fd] = (target, offset + value, appends)
                else:
                    raise AssertionError(f"unknown to the replay: {line[:200]}")
            elif call in ("rename", "renameat", "renameat2", "link", "linkat"):
                old, new = _two_paths(parts)
                if not inside(old):
                    continue
                folder = dirname(old)
                assert folder == dirname(new), line[:200]
                one, other = basename(old), basename(new)
                number = names[folder][one]
                if "RENAME_EXCHANGE" in body:
                    name(folder, (one, names[folder][other]), (other, number), seen=f"swap {new}")
                elif call.startswith("link"):
                    name(folder, (other, number), seen=f"link {new}")
                else:
                    name(folder, (one, None), (other, number), seen=f"name {new}")
            elif call in ("unlink", "unlinkat", "rmdir", "mkdir", "mkdirat"):
                path = _one_path(parts)
                if not inside(path) or path.endswith(_NO_STATE):
                    continue
                folder, entry = split(path)
                if call.startswith("mkdir"):
                    names[path] = {}
                    name(folder, (entry, self._new(folder=path)), seen=f"make {path}")
                else:
                    name(folder, (entry, None), seen=f"take away {path}")

    @property
    def syncs(self) -> list[int]:
        """Where something is made to last."""
        return [at for at, op in enumerate(self.ops) if op.kind.startswith("sync")]

    def done(self, point: int) -> bool:
        """Whether the process had been told that its work was done."""
        return any(op.kind == "done" for op in self.ops[:point])

    def states(
        self, point: int, dice: random.Random, without: int = -1, more: int = 4, torn: bool = True
    ) -> Iterator[Tree]:
        """What the disk may hold when the power fails before step `point`.

        `without`: as if that sync had never been asked for. `more` mixed choices are thrown in,
        and with `torn` every sector at which a write may have ended.
        """
        pending = self._pending(point, without)
        groups = list(pending)
        whole = {group: len(pending[group]) for group in groups}
        chosen: list[dict[object, float]] = [dict(whole), dict.fromkeys(groups, 0)]
        for group in groups:
            for count in range(whole[group]):
                chosen.append({**whole, group: count})
                chosen.append({**dict.fromkeys(groups, 0), group: count + 1})
                sectors = len(pending[group][count].data) // _SECTOR
                for part in range(1, sectors if torn else 0):
                    chosen.append({**whole, group: count + part / sectors})
        for _ in range(more if len(groups) > 1 else 0):
            chosen.append({group: dice.randint(0, whole[group]) for group in groups})
        for kept in chosen:
            yield self._tree(point, pending, kept)

    def _pending(self, point: int, without: int) -> dict[object, list[Op]]:
        pending: dict[object, list[Op]] = {}
        for at, op in enumerate(self.ops[:point]):
            group: object = op.folder or op.file
            if op.kind.startswith("sync"):
                if at != without:
                    pending.pop(group, None)
            elif op.kind != "done":
                pending.setdefault(group, []).append(op)
        return pending

    def _tree(
        self, point: int, pending: Mapping[object, Sequence[Op]], kept: Mapping[object, float]
    ) -> Tree:
        lost = {id(op) for g, ops in pending.items() for op in ops[int(-(-kept[g] // 1)) :]}
        torn = {id(ops[int(kept[g])]): kept[g] % 1 for g, ops in pending.items() if kept[g] % 1}
        contents = {n: bytearray(data) for n, data in enumerate(self.files) if data}
        names = {folder: dict(entries) for folder, entries in self.start.items()}
        for op in self.ops[:point]:
            if id(op) in lost or op.kind.startswith("sync") or op.kind == "done":
                continue
            if op.kind == "name":
                for entry, number in op.names:
                    if number is None:
                        names[op.folder].pop(entry, None)
                    else:
                        names[op.folder][entry] = number
                continue
            content = contents.setdefault(op.file, bytearray())
            if op.kind == "truncate":
                content[op.at :] = b"" if op.at <= len(content) else bytes(op.at - len(content))
                continue
            data = op.data
            if id(op) in torn:
                data = data[: round(len(data) // _SECTOR * torn[id(op)]) * _SECTOR]
            at = len(content) if op.at < 0 else op.at
            if len(content) < at:
                content += bytes(at - len(content))
            content[at : at + len(data)] = data
        tree: Tree = {}
        self._walk(self.root, names, contents, tree)
        return tree

    def _walk(
        self,
        folder: str,
        names: Mapping[str, Mapping[str, int]],
        contents: Mapping[int, bytearray],
        tree: Tree,
    ) -> None:
        for entry, number in names.get(folder, {}).items():
            path = f"{folder}/{entry}"
            if number in self.folders:
                tree[path] = None
                self._walk(path, names, contents, tree)
            else:
                tree[path] = bytes(contents.get(number, b""))


class _Part:
    """One argument of a call."""

    def __init__(self, match: re.Match[str]) -> None:
        hexed = match["fd"] if match["fd"] is not None else match["text"]
        self.is_folder = match["fd"] is not None
        self.is_text = match["text"] is not None
        self.cut = bool(match["cut"])
        self.raw = _plain(hexed) if hexed is not None else b""
        self.text = match["word"] if hexed is None else os.fsdecode(self.raw)


def _plain(hexed: str) -> bytes:
    if "\\x" in hexed:
        return bytes.fromhex(hexed.replace("\\x", ""))
    return hexed.encode()


def _two_paths(parts: list[_Part]) -> tuple[str, str]:
    found, folder = [], ""
    for part in parts:
        if part.is_folder:
            folder = part.text
        elif part.is_text:
            found.append(normpath(join(folder, part.text)))
    return found[0], found[1]


def _one_path(parts: list[_Part]) -> str:
    folder = parts[0].text if parts[0].is_folder else ""
    text = next(part.text for part in parts if part.is_text)
    return normpath(join(folder, text))
