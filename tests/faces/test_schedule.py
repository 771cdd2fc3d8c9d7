"""Dreams by themselves on the command line: whether one is due, and how it stands with them."""

import pytest

from tests.support.cli import Shell

COMMAND = ("dream", "--if-due")


@pytest.fixture
def shell(sample_shell: Shell) -> Shell:
    return sample_shell
