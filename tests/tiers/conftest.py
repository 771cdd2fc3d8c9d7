"""Servers that start once for all tests of tiers, each where it is installed."""

from collections.abc import Iterator

import pytest

from tests.support import servers
from tests.support.servers import RunningServer


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RunningServer]:
    with servers.redis() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[RunningServer]:
    with servers.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def s3_server() -> Iterator[RunningServer]:
    with servers.s3() as server:
        yield server
