"""A small runner for a composite action: its `run:` steps as written, as GitHub runs them."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

# What a runner's own environment may hold of ours: where programs are, and how pip reaches them.
KEPT = re.compile(r"PATH|PIP_\w+|SSL_\w+|LANG|LC_ALL")
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
BASH = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]
FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")


@dataclass
class Ran:
    """What GitHub would know after the action."""

    failed: str = ""  # the step that failed; those after it did not run
    log: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)  # what steps asked of later ones


def read(path: Path) -> dict[str, Any]:
    """A workflow or an action. YAML reads the key `on` as true."""
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def run_action(
    folder: Path,
    workspace: Path,
    temp: Path,
    inputs: dict[str, str] | None = None,
    leave_out: str = "",
    **env: str,
) -> Ran:
    """Run the action in `folder` on a checkout. `temp` is the runner's own folder."""
    action = read(folder / "action.yml")
    values = {f"inputs.{key}": one.get("default", "") for key, one in action["inputs"].items()}
    values |= {f"inputs.{key}": value for key, value in (inputs or {}).items()}
    runner = _environment(folder, workspace, temp) | env
    ran = Ran()
    steps = [step for step in action["runs"]["steps"] if step["name"] != leave_out]
    for number, step in enumerate(steps):
        files = {name: temp / f"{name}_{number}" for name in FILES}
        for path in files.values():
            path.touch()
        given = {key: _resolve(value, values) for key, value in step.get("env", {}).items()}
        done = run_step(
            step, workspace, temp, runner | {key: str(path) for key, path in files.items()} | given
        )
        said = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
        ran.log += done.stdout
        ran.summary += said["GITHUB_STEP_SUMMARY"]
        ran.left |= {key: said[key] for key in ("GITHUB_ENV", "GITHUB_PATH") if said[key]}
        for line in said["GITHUB_OUTPUT"].splitlines():
            key, _, value = line.partition("=")
            values[f"steps.{step['id']}.outputs.{key}"] = value
        if done.returncode:
            ran.failed = step["name"]
            break
    ran.outputs = {key: _resolve(one["value"], values) for key, one in action["outputs"].items()}
    return ran


def run_step(
    step: dict[str, Any], workspace: Path, temp: Path, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run one `run:` step in bash, output and errors in one log."""
    assert step.get("shell", "bash") == "bash"
    script = temp / "step.sh"
    script.write_text(step["run"], encoding="utf-8")
    return subprocess.run(
        [*BASH, str(script)],
        cwd=workspace,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def _environment(folder: Path, workspace: Path, temp: Path) -> dict[str, str]:
    home = temp / "home"
    home.mkdir(exist_ok=True)
    return {key: value for key, value in os.environ.items() if KEPT.fullmatch(key)} | {
        "CI": "true",
        "HOME": str(home),
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(folder),
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "course/attention-matrix-ada",
        "GITHUB_SHA": "0123456789abcdef0123456789abcdef01234567",
        "RUNNER_TEMP": str(temp),
    }


def _resolve(text: str, values: dict[str, str]) -> str:
    return EXPRESSION.sub(lambda match: values.get(match[1], ""), str(text))
