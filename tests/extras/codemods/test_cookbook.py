"""The codemods of `docs/cookbook.md` do what the page shows, and taking them back gives back every byte."""

import re
import shlex

import pytest
from docs import make

import structedit as se
from checkout import ROOT

PAGE = ROOT / "docs" / "cookbook.md"
RECIPES = PAGE.read_text().split("\n## ")[1:]
OPTIONS = {"-p": "pattern", "-r": "template", "--context": "context"}


def test_there_are_ten():
    assert len(RECIPES) == 10


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.partition("\n")[0])
def test_a_recipe_changes_its_file_once_and_is_taken_back(recipe, tmp_path):
    ((kind, text),) = [fence for fence in make.fences(recipe) if "title" in fence[0]]
    file = tmp_path / re.search('title="(.*)"', kind)[1]
    file.write_text(text)
    (command,) = re.findall(r"^\$ structedit rewrite (.*) --diff$", recipe, re.MULTILINE)
    words = shlex.split(command)
    assert words[-1] == file.name
    given = {OPTIONS[words[at]]: words[at + 1] for at in range(0, len(words) - 1, 2)}
    run = se.rewrite(file, **given, root=tmp_path)
    assert run.files and "\n+" in recipe
    for line in re.findall(r"^\+(?!\+\+)(.*)$", recipe, re.MULTILINE):
        assert line in file.read_text().splitlines()
    assert se.check(file).clean
    se.undo(root=tmp_path)
    assert file.read_text() == text
