import pytest

import games
import setwise


@pytest.fixture(scope="session")
def boards():
    return games.all_boards()


@pytest.fixture(scope="session")
def positions(boards):
    return setwise.Positions(boards)
