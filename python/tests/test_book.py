"""Runs the Python code of the book, chapter by chapter."""

import pathlib
import re

import pytest

BOOK = pathlib.Path(__file__).parents[2] / "docs" / "book" / "src"
# The script of that chapter runs the program on the file of a month.
MONTH = "month.md"
CHAPTERS = [path for path in sorted(BOOK.glob("*.md")) if "```python\n" in path.read_text("utf-8") and path.name != MONTH]


def test_the_book_has_python_code():
    assert [path.name for path in CHAPTERS] == ["loader.md", "python.md"]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.name)
def test_code(path):
    # Lines that are not code become empty, so that an error names the line of the chapter.
    lines, code = [], False
    for line in path.read_text("utf-8").splitlines():
        if re.match("```", line):
            code = line == "```python"
            lines.append("")
        else:
            lines.append(line if code else "")
    exec(compile("\n".join(lines), str(path), "exec"), {})
