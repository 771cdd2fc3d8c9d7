"""The keys to the doors: a random token for each scope, in a file that only its person can read."""

import hmac
import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.faces.doors.policy import Scope
from desktop_app.own_files import one_writer
from desktop_app.settings import must_be_own, write_own_file
from desktop_app.words import tr

NAME = "agents.json"
_BYTES = 32  # 256 bits
_DIGITS = 2 * _BYTES


class Keys:
    """The tokens of one person on this computer. Made at the first use."""

    def __init__(self, path: Path) -> None:
        """Raises Problem where the file cannot be written, says nothing or is open to others."""
        self.path = path
        with one_writer(path):
            if not path.exists():
                self._write()
        self._look()

    def token(self, scope: Scope) -> str:
        """The token of a scope: 64 hexadecimal digits."""
        return self._tokens[scope]

    def scope(self, token: str) -> Scope | None:
        """What a token opens now, also where another run renewed the keys; None: nothing.

        Takes the same time for every wrong token.
        """
        try:
            if _marks(self.path) != self._seen:
                self._look()
        except (OSError, Problem):  # gone or damaged: nobody comes in
            return None
        given = token.encode("utf-8", "replace")
        fits = [
            scope for scope, one in self._tokens.items() if hmac.compare_digest(one.encode(), given)
        ]
        return fits[0] if fits else None

    def renew(self) -> None:
        """Make other tokens: the old ones open nothing any more."""
        with one_writer(self.path):
            self._write()
        self._look()

    def _look(self) -> None:
        self._seen = _marks(self.path)
        self._tokens = self._read()

    def _write(self) -> None:
        tokens = {scope: secrets.token_hex(_BYTES) for scope in Scope}
        write_own_file(self.path, json.dumps(tokens, indent=1).encode())

    def _read(self) -> Mapping[Scope, str]:
        must_be_own(self.path)
        try:
            read = small_files.json_in(self.path)
            tokens = {scope: read[scope] for scope in Scope}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self._damaged() from error
        if not all(isinstance(one, str) and len(one) == _DIGITS for one in tokens.values()):
            raise self._damaged()
        return tokens

    def _damaged(self) -> Problem:
        return Problem(
            tr("The keys for agents in {path} are damaged.").format(path=self.path),
            tr("Delete the file; the next start makes new ones."),
        )


def _marks(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_ino
