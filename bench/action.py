"""How long a push waits: the action's steps, all of them, on a released student repository.

Run it with `python -m bench.action`. It downloads, into an empty cache of its own, what
`grader/requirements.txt` names, as each run on GitHub does.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from grader.author.release import release
from tests.project.steps import run_action

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Print the seconds of a cold run and what came out of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        release(ROOT, folder / "student", f"course/grader@{'0' * 40}", "github")
        source = (ROOT / "solutions/reference.py").read_bytes()
        (folder / "student/starter/attention.py").write_bytes(source)
        (folder / "temp").mkdir()
        start = time.perf_counter()
        ran = run_action(
            *(ROOT / ".github/actions/grade", folder / "student", folder / "temp"),
            PIP_CACHE_DIR=str(folder / "cache"),
        )
        seconds = time.perf_counter() - start
    print(ran.log)
    print(f"{ran.failed or 'graded'} after {seconds:.1f} s, cold: {ran.outputs}"[:400])
    return 1 if ran.failed else 0


if __name__ == "__main__":
    sys.exit(main())
