"""Passwords: those of the servers for tiers, in a file that only its person can read."""

import json
from pathlib import Path
from typing import Self

from desktop_app import small_files
from desktop_app.errors import Problem
from desktop_app.own_files import one_writer
from desktop_app.settings import must_be_own, write_own_file
from desktop_app.words import tr

NAME = "servers.json"


class Passwords:
    """One for each address, as `TierServer.address` spells it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, settings: Path) -> Self:
        """Those that lie beside the file of the settings."""
        return cls(settings.with_name(NAME))

    def get(self, address: str) -> str:
        """The password, "" where none is kept. Raises Problem where the file can't be trusted."""
        return self._all().get(address, "")

    def set(self, address: str, password: str) -> None:
        """Keep this one; "" forgets it. Raises Problem."""
        with one_writer(self.path):
            every = self._all() | {address: password}
            kept = {one: secret for one, secret in every.items() if secret}
            write_own_file(self.path, json.dumps(kept, indent=1).encode())

    def _all(self) -> dict[str, str]:
        if not self.path.exists():
            return {}
        must_be_own(self.path)
        try:
            found = small_files.json_in(self.path)
            return {str(one): str(secret) for one, secret in found.items()}
        except (OSError, ValueError, AttributeError) as error:
            raise Problem(
                tr("{path} holds no passwords that can be read.").format(path=self.path),
                tr("Delete it, and type the passwords again."),
            ) from error
