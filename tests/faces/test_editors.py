"""What editors and CI are given: the tasks of VS Code, the action for GitHub. Their commands are run."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from docs import make

import structedit
from checkout import ROOT
from forked_command import shell_command

TASKS = json.loads((ROOT / "editors" / "vscode-tasks.json").read_text())["tasks"]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS = {step.get("id"): step for step in ACTION["runs"]["steps"]}
RULES = "".join(
    f"id: {name}\nlanguage: python\nseverity: {severity}\nmessage: 'about {name}: see the notes'\n"
    f"rule: {{pattern: {name}($$$A)}}\n---\n"
    for name, severity in (
        ("eval", "error"),
        ("print", "warning"),
        ("exec", "info"),
        ("id", "hint"),
    )
).removesuffix("---\n")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with files that do not parse, rules, and files in which they find something."""
    folder = tmp_path / "a project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "bad.py").write_text("x = 1\ny = f(x\n")
    (folder / "src" / "worse.js").write_text("function f( {\n  return 1\n}}\n")
    (folder / "src" / "fine.py").write_text("eval(a)\nprint(1)\nif a:\n    exec(b)\n    id(c)\n")
    (folder / "rules").mkdir()
    (folder / "rules" / "rules.yml").write_text(RULES)
    (folder / "sgconfig.yml").write_text("ruleDirs: [rules]\n")
    commands = tmp_path / "bin"
    commands.mkdir()
    start = commands / "structedit"
    start.write_text(f'#!/bin/sh\nexec {shell_command()} "$@"\n')
    start.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(commands), os.environ["PATH"])))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path))
    monkeypatch.chdir(folder)
    return folder


def ran(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def told(*arguments):
    return json.loads(ran("structedit", *arguments, "--json").stdout)


class TestTasksOfVSCode:
    def problems(self, task, file=""):
        """The problems that VS Code would list: the groups of the task's matcher, line by line."""
        arguments = [word.replace("${file}", str(file)) for word in task["args"]]
        pattern = task["problemMatcher"]["pattern"]
        groups = {name: group for name, group in pattern.items() if name != "regexp"}
        found = [
            re.match(pattern["regexp"], line)
            for line in ran(task["command"], *arguments).stdout.splitlines()
        ]
        return [{name: match[at] for name, at in groups.items()} for match in found if match]

    @pytest.mark.parametrize("task", TASKS[:2], ids=lambda task: task["label"])
    def test_every_syntax_error_is_a_problem_and_nothing_else_is(self, project, task):
        file = project / "src" / "worse.js"
        whole_folder = "${file}" not in task["args"]
        faults = [
            (row["path"], fault["line"], fault["column"])
            for row in told("check", "." if whole_folder else file)["files"]
            for fault in row["faults"]
        ]
        assert len(faults) >= (3 if whole_folder else 2)
        problems = self.problems(task, file)
        assert [(p["file"], int(p["line"]), int(p["column"])) for p in problems] == faults
        assert all(p["message"] for p in problems)
        assert all((project / p["file"]).is_file() for p in problems)

    def test_every_finding_of_a_rule_is_a_problem_with_its_severity(self, project):
        problems = self.problems(TASKS[2])
        rows = [(p["code"], p["severity"], p["file"], int(p["line"])) for p in problems]
        assert rows == [
            ("eval", "error", "src/fine.py", 1),
            ("print", "warning", "src/fine.py", 2),
            ("exec", "info", "src/fine.py", 4),
            ("id", "hint", "src/fine.py", 5),
        ]
        assert problems[0]["message"] == "about eval: see the notes"

    def test_a_path_of_windows_is_read_as_a_path(self):
        line = r"C:\src\a b.py:2:7: error: eval: about it: see"
        for task in TASKS:
            assert (
                re.match(task["problemMatcher"]["pattern"]["regexp"], line)[1] == r"C:\src\a b.py"
            )


class TestActionForGitHub:
    def step(self, project, **inputs):
        """Run the action's own step as the runner does, and return it with what it puts out."""
        given = {name: value["default"] for name, value in ACTION["inputs"].items()} | inputs
        outputs = project.parent / "outputs"
        outputs.write_text("")
        variables = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], value)
            for name, value in STEPS["scan"]["env"].items()
        }
        script = project.parent / "step.sh"
        script.write_text(STEPS["scan"]["run"])
        shell = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script))
        done = ran(*shell, env={**os.environ, **variables, "GITHUB_OUTPUT": str(outputs)})
        return done, outputs.read_text()

    def test_findings_are_annotations_and_an_error_fails_the_job(self, project):
        done, outputs = self.step(project)
        assert done.returncode == 1
        assert done.stdout == ran("structedit", "scan", "--github", "sgconfig.yml", ".").stdout
        assert "::error file=src/fine.py,line=1" in done.stdout
        assert outputs == ""

    def test_paths_are_one_a_line_and_may_hold_blanks(self, project):
        (project / "other code").mkdir()
        (project / "other code" / "b.py").write_text("print(2)\n")
        done, _ = self.step(project, paths="other code\n")
        assert done.returncode == 0, done.stderr
        assert "src/fine.py" not in done.stdout
        assert "::warning file=other code/b.py,line=1" in done.stdout

    def test_a_log_is_handed_on_though_the_job_fails(self, project):
        done, outputs = self.step(project, sarif="true")
        assert done.returncode == 1
        log = json.loads(Path(outputs.strip().removeprefix("log=")).read_text())
        assert log["version"] == "2.1.0"
        assert len(log["runs"][0]["results"]) == 4

    def test_no_log_is_handed_on_where_the_rules_cannot_be_read(self, project):
        done, outputs = self.step(project, rules="nowhere.yml", sarif="true")
        assert done.returncode == 2
        assert outputs == ""
        assert "nowhere.yml" in done.stderr

    def test_no_input_is_written_into_a_script(self):
        for step in STEPS.values():
            assert "${{" not in step.get("run", "")
        assert {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]} <= set(
            STEPS["scan"]["env"].values()
        )

    @pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck")
    def test_scripts_have_no_findings_of_shellcheck(self):
        for step in STEPS.values():
            if "run" in step:
                checked = ran(
                    "shellcheck", "--shell=bash", "--severity=warning", "-", input=step["run"]
                )
                assert checked.returncode == 0, checked.stdout


class TestPage:
    PAGE = (ROOT / "docs" / "editors.md").read_text()

    def test_its_yaml_names_inputs_and_hooks_that_are_there(self):
        examples = [yaml.safe_load(body) for kind, body in make.fences(self.PAGE) if kind == "yaml"]
        workflow, before_commit = examples
        uses = workflow["jobs"]["scan"]["steps"][1]
        assert set(uses["with"]) <= set(ACTION["inputs"])
        hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        repo = before_commit["repos"][0]
        assert {hook["id"] for hook in repo["hooks"]} == {hook["id"] for hook in hooks}
        assert uses["uses"] == "structedit/structedit@COMMIT"  # the page says what to put there
        assert repo["rev"] == f"v{structedit.__version__}"

    def test_its_commands_for_other_ci_are_commands(self, project):
        lines = "".join(body for kind, body in make.fences(self.PAGE) if kind == "sh").splitlines()
        assert len(lines) == 3
        for line in lines:
            done = ran(*shlex.split(line, comments=True))
            assert done.returncode == 1, done.stderr
            assert not done.stderr
