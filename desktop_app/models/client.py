"""The client: the `ollama` package, bound to one address. Importing this takes a tenth of a second.

No proxy, no redirect, no variable of the environment moves a request anywhere but to the address
given. Replies are plain objects: the package's classes lose fields (`remote_host`) and refuse a
reply that lacks one.
"""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING, Any

import httpx

from desktop_app.models.address import Address
from desktop_app.models.endings import Ending
from desktop_app.models.problem import ModelProblem
from desktop_app.models.response_guard import Guard

if TYPE_CHECKING:
    from ollama._client import AsyncClient
else:
    # The package itself is found but not run: it would make a client of its own from the
    # environment, and fail on many an odd variable.
    spec = find_spec("ollama")
    if spec is None:
        raise ModuleNotFoundError("No module named 'ollama'", name="ollama")
    sys.modules.setdefault("ollama", module_from_spec(spec))
    AsyncClient = import_module("ollama._client").AsyncClient


class Client(AsyncClient):
    """Asks one server, `connect` seconds for a connection. Raises ModelProblem."""

    def __init__(self, address: Address, connect: float) -> None:
        super().__init__(
            address.url,
            follow_redirects=False,
            trust_env=False,
            timeout=httpx.Timeout(None, connect=connect),
            transport=Guard(address.secure),
        )
        # All of them: a key in the environment would be among them.
        self._client.headers = {"Accept-Encoding": "identity", "User-Agent": "nightstand"}

    async def aclose(self) -> None:
        await self._client.aclose()

    async def version(self) -> Any:
        return await self._request(dict, "GET", "/api/version")

    async def _request(self, cls: Any, *args: Any, **how: Any) -> Any:
        """The raw answer. A chat with too long a prompt is refused, never answered from a part."""
        if "/api/chat" in args:
            how["json"] |= {"truncate": False, "shift": False}
        try:
            return await super()._request(dict, *args, **how)
        except (ValueError, TypeError, RecursionError) as error:  # no JSON, or no object
            raise ModelProblem(Ending.NOT_UNDERSTOOD) from error
