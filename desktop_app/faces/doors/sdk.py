"""The SDK of MCP, loaded as quickly as it can be. It knows the protocol, we do not.

Its packages are found but not run, since they load a client, an authorisation server and a
framework that nobody here asks for. Its models make what checks them when one is first used.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec

from pydantic import BaseModel

_PACKAGES = ("mcp", "mcp.server", "mcp.server.lowlevel")


@contextmanager
def _lightly() -> Iterator[None]:
    names = [name for name in _PACKAGES if name not in sys.modules]
    collects = gc.isenabled()
    gc.disable()  # thousands of objects are made, and none is thrown away
    BaseModel.model_config["defer_build"] = True
    try:
        for name in names:
            spec = find_spec(name)
            if spec is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            sys.modules[name] = module_from_spec(spec)
        yield
    finally:
        del BaseModel.model_config["defer_build"]
        for name in names:
            sys.modules.pop(name, None)  # whoever asks for a package later gets a whole one
        if collects:
            gc.enable()


with _lightly():
    import mcp_types as types
    from mcp.server import streamable_http_manager as over_http
    from mcp.server.lowlevel.server import Server
    from mcp.server.stdio import stdio_server
    from mcp.shared.exceptions import MCPError

__all__ = ["MCPError", "Server", "over_http", "stdio_server", "types"]
