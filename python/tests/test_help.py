"""The texts of help, whose examples run, and the stubs."""

import doctest
import inspect
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import setwise

SOURCES = pathlib.Path(__file__).parents[1]
FUNCTIONS = {name: getattr(setwise, name) for name in setwise.__all__ if callable(getattr(setwise, name))}
FUNCTIONS.pop("Games")  # The function that returns them has the example.
FUNCTIONS["GameBatch.arrays"] = setwise.GameBatch.arrays
for owner in (setwise.Positions, setwise.Loader):
    methods = {f"{owner.__name__}.{name}": getattr(owner, name) for name in dir(owner) if name[0] != "_"}
    FUNCTIONS |= {name: method for name, method in methods.items() if callable(method)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_example(name):
    text = inspect.getdoc(FUNCTIONS[name])
    example = doctest.DocTestParser().get_doctest(text, {"np": np, "setwise": setwise}, name, None, None)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_stubs_are_those_of_the_module(tmp_path):
    allowed = tmp_path / "allowed"
    # The module within the package, and an operator that PyO3 adds.
    allowed.write_text("setwise.setwise\nsetwise.Positions.__radd__\n")
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "setwise", "--allowlist", allowed], check=True, cwd=tmp_path)


def test_types(tmp_path):
    """The program runs, and its types are as it says."""
    program = SOURCES / "tests" / "typed.py"
    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, program], check=True, cwd=tmp_path)
    subprocess.run([sys.executable, program], check=True)
