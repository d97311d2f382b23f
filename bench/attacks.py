"""How long each attack takes, against what its limits come to and three seconds more.

Run `python -m bench.attacks`. The limits are those of the tests, shorter than the real ones.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.project.attacking import LABELS, ROOT, Course, attack

SLACK = 3.0  # seconds


def main() -> None:
    print(f"{'attack':34}{'s':>7}{'at most':>9}")
    with tempfile.TemporaryDirectory() as folder, Course(Path(folder)) as course:
        places = {"CHECKOUT": str(ROOT), "HOME": str(Path.home())}
        for name, label in LABELS.items():
            course.grade(attack(name, **places, ASSIGNMENT=str(course.assignment)))
            most = label["seconds"] + SLACK
            over = "  over" if course.seconds > most else ""
            print(f"{name:34}{course.seconds:7.2f}{most:9.1f}{over}", flush=True)


if __name__ == "__main__":
    main()
