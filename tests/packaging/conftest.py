"""What the tests of the packages share."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def application(qapp: Any) -> None:
    """Icons are drawn by the one application that all tests of this process share."""
