"""The full figures take minutes by design: no stack is to be dumped in the middle of them."""

import faulthandler

import pytest


@pytest.fixture(autouse=True)
def takes_its_time(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("prove"):
        faulthandler.cancel_dump_traceback_later()
