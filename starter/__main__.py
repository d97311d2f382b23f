"""The lesson in its order, with the student's own five functions: `python -m starter`."""

from __future__ import annotations

import argparse
import importlib
import io
import sys
import textwrap
import traceback
from collections.abc import Sequence
from pathlib import Path

if sys.version_info < (3, 10):  # noqa: UP036 (a student's Python can be any)
    sys.exit("This Python is too old: the exercises need 3.10 or newer. See README.md.")
if not __package__:
    # Run as a file, by an editor's button: look for packages in the folder above, not in this one.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

try:
    import numpy as np
except ModuleNotFoundError:
    sys.exit("This Python has no numpy. Activate your environment: README.md says how.")

from starter import heatmap, lesson
from starter.heatmap import Floats, Screen

Shape = tuple[int, ...]
EXERCISES = ("softmax", "self_attention", "top_sources", "row_focus", "nudge_positions")
YOUR_FILE = Path(__file__).resolve().with_name("attention.py")
T = lesson.T
MARKS = lesson.SLICE.replace(" ", "_")
WORDS = ["space" if char == " " else char for char in lesson.SLICE]
FIRST, SECOND = (place for place, char in enumerate(lesson.SLICE) if char == " ")


class Stop(Exception):
    """The lesson ends here: what to tell the student, and the exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


def ask(name: str, expected: str, shapes: Sequence[Shape], *arguments: object) -> list[Floats]:
    """Call the student's function and give its results as read-only arrays of these shapes.

    Raises Stop, with words for the student, where it raised or returned something else.
    """
    value = _call(name, *arguments)
    parts = [value] if len(shapes) == 1 else value
    try:
        if not isinstance(parts, Sequence) or isinstance(parts, str):
            raise TypeError
        return [_plain(part, shape) for part, shape in zip(parts, shapes, strict=True)]
    except Exception:
        raise _unexpected(name, expected, _described(value)) from None


def _call(name: str, *arguments: object) -> object:
    try:
        module = importlib.import_module("starter.attention")
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        raise Stop(_worded(error, "starter/attention.py could not be read to its end.")) from None
    function = getattr(module, name, None)
    if not callable(function):
        raise Stop(f"starter/attention.py has no function named {name}.\n{_task(name)}")
    try:
        result: object = function(*arguments)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        frame = _your_line(error)
        if frame is not None and frame.name in EXERCISES:
            name = frame.name
            if isinstance(error, NotImplementedError):
                text = f"{name} is not started yet, so the lesson stops here for now."
                raise Stop(f"{text}\n{_task(name)}", code=0) from None
        words = _worded(error, f"Your {name} stopped before its end.")
        raise Stop(
            f"{words}\nThe page is exercises/{name}.md; `python -m pytest` says more."
        ) from None
    return result


def _plain(value: object, shape: Shape) -> Floats:
    got = np.asarray(value)
    if shape == () and got.size == 1:
        got = got.reshape(())
    if got.shape != shape or got.dtype.kind not in "biuf" or not np.isfinite(got).all():
        raise ValueError
    result = got.astype(np.float64)
    result.setflags(write=False)
    return result


def _positions(name: str, given: Floats) -> list[int]:
    if (given % 1 != 0).any() or given.min() < 0 or given.max() >= T:
        expected = f"positions that are whole numbers from 0 to {T - 1}"
        got = ", ".join(f"{position:g}" for position in np.atleast_1d(given))
        raise _unexpected(name, expected, got)
    return [int(position) for position in np.atleast_1d(given)]


def _unexpected(name: str, expected: str, got: str) -> Stop:
    got += ", as a function without `return` does" if got == "None" else ""
    text = textwrap.fill(f"{name} should return {expected}. Yours returned {got}.", 78)
    return Stop(f"{text}\nThe page is exercises/{name}.md; `python -m pytest` says more.")


def _described(value: object) -> str:
    if value is None or isinstance(value, (int, float, np.number)):
        return str(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biuf":
            return f"an array that holds {value.dtype}, not numbers"
        trouble = "" if np.isfinite(value).all() else " with nan or inf in it"
        return f"an array of shape {value.shape}{trouble}"
    if isinstance(value, tuple) and len(value) <= 3:
        return f"a tuple of {len(value)}: " + " and ".join(map(_described, value))
    return f"{type(value).__name__} {textwrap.shorten(repr(value), 90)}"


def _task(name: str) -> str:
    return f"Read exercises/{name}.md and write it in starter/attention.py;\nthen run this again."


def _is_yours(filename: str | None) -> bool:
    return filename is not None and Path(filename).resolve() == YOUR_FILE


def _your_line(error: BaseException) -> traceback.FrameSummary | None:
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame for frame in reversed(frames) if _is_yours(frame.filename)), None)


def _worded(error: BaseException, opening: str) -> str:
    """Say what a student's code raised, with its own line and nothing of ours."""
    frame = _your_line(error)
    number, line = (frame.lineno, frame.line) if frame else (None, "")
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and _is_yours(error.filename):
        number, line, what = error.lineno, (error.text or "").strip(), f"SyntaxError: {error.msg}"
    elif isinstance(error, SystemExit):
        what = "It ended the program (exit or quit)."
    elif isinstance(error, KeyboardInterrupt):
        what = "You interrupted it there."
    text = [opening]
    if number is not None:
        text.append(f"  starter/attention.py, line {number}:  {line}")
    text.append(textwrap.fill(what, 78, initial_indent="  ", subsequent_indent="  "))
    if "read-only" in what:
        text.append("The lesson's arrays are read-only: leave them as they are, make new ones.")
    return "\n".join([*text, "Mend that, then run this again."])


def _row(row: Floats) -> str:
    return " ".join(f"{weight:.2f}" for weight in row)


def _attention(X: Floats) -> Floats:
    out, weights = (1, T, lesson.HS), (1, T, T)
    expected = f"two arrays, out of shape {out} and weights of shape {weights}"
    given = (X, lesson.Wq, lesson.Wk, lesson.Wv)
    return ask("self_attention", expected, [out, weights], *given)[1].reshape(T, T)


def show_slice(screen: Screen) -> None:
    """Parts 1 and 2: the slice with its ids, and softmax on three scores."""
    screen.heading("1. The slice")
    print(f'   text  "{lesson.SLICE}"    (a space is shown as _ from here on)')
    print(f"   ids   {list(lesson.IDS)}")
    scores = np.log([1.0, 4.0, 5.0])
    scores.setflags(write=False)
    (shares,) = ask("softmax", "an array of shape (3,)", [(3,)], scores)
    screen.heading("2. softmax turns scores into shares")
    print(f"   scores {_row(scores)}  ->  shares {_row(shares)}")


def show_matrix(screen: Screen) -> Floats:
    """Parts 3 to 6: the matrix, its diagonal, its direction and its two equal rows."""
    A = _attention(lesson.X)
    screen.heading("3. The attention matrix A: a row for each query, a column for each key")
    print("\n".join(screen.matrix(A, MARKS)))
    print(f"   row sums (1 each?): {_row(A.sum(axis=1))}")
    screen.heading("4. The diagonal: how much each position looks at itself")
    print("   " + "    ".join(MARKS) + f"\n   {_row(np.diag(A))}")
    screen.heading("5. Looking has a direction")
    print(f"   A[0,7] (t -> p): {A[0, 7]:.2f}\n   A[7,0] (p -> t): {A[7, 0]:.2f}")
    print(f"   max|A - A.T|: {np.abs(A - A.T).max():.4f}")
    screen.heading("6. Equal characters: the rows of the two spaces")
    show_pair(A)
    return A


def show_pair(A: Floats) -> float:
    """Print the rows of the two spaces, and give the largest gap between them."""
    for place in (FIRST, SECOND):
        print(f"   row {place} ({MARKS[place]}): {_row(A[place])}")
    gap = float(np.abs(A[FIRST] - A[SECOND]).max())
    print(f"   max|row {FIRST} - row {SECOND}|: {gap:.8f}")
    return gap


def show_sources(screen: Screen, A: Floats) -> None:
    """Part 7: where each position looks most, with its ties."""
    expected = f"two arrays of shape ({T},), sources and weights"
    sources, weights = ask("top_sources", expected, [(T,), (T,)], A)
    screen.heading("7. top_sources: where each position looks most")
    for query, key in enumerate(_positions("top_sources", sources)):
        way = f"position {query} ({MARKS[query]}) -> position {key} ({MARKS[key]})"
        print(f"   {way}: {weights[query]:.2f}")
    for query, row in enumerate(A):
        tied = np.flatnonzero(row >= row.max() - 1e-9)
        if len(tied) > 1:
            print(f"   (a tie in row {query}: {' or '.join(map(str, tied))} is right)")


def show_focus(screen: Screen, A: Floats, file: Path | None) -> list[Stop]:
    """Part 8: the heat map with the focus scores and the two extremes, and the figure.

    Gives what the student is to read at the end, where there is no figure to be had.
    """
    expected = f"three values: focus of shape ({T},) and the positions most_focused, most_diffuse"
    focus, *extremes = ask("row_focus", expected, [(T,), (), ()], A)
    most_focused, most_diffuse = (_positions("row_focus", place)[0] for place in extremes)
    screen.heading("8. row_focus: the largest weight of each row")
    notes = [f"  {score:.2f}" for score in focus]
    notes[most_focused] += " <- most focused"
    notes[most_diffuse] += " <- most diffuse"
    for line, note in zip(screen.heat_map(A, MARKS), ["", "  focus", *notes], strict=True):
        print(line + note)
    try:
        if file is not None:
            print(f"   figure: {save_figure(file, A, most_focused, most_diffuse)}")
    except Stop as trouble:
        print("   figure: not drawn. The last lines below say why.")
        return [trouble]
    return []


def save_figure(file: Path, A: Floats, most_focused: int, most_diffuse: int) -> Path:
    """Draw the matrix to a file and give its name. Raises Stop where that cannot be done."""
    try:
        file = file if file.suffix else file.with_suffix(".png")
        heatmap.figure(A, WORDS, most_focused, most_diffuse).savefig(file)
    except ImportError:
        command = "python -m pip install matplotlib"
        raise Stop(f"--figure needs matplotlib. Install it, then try again:\n  {command}") from None
    except (OSError, ValueError) as error:
        text = f"The figure could not be written to {file}. Try another name or folder.\n  {error}"
        raise Stop(text) from None
    return file


def show_nudge(screen: Screen) -> None:
    """Parts 9 and 10: the nudged rows, and the student's words on them."""
    shape = lesson.X.shape
    (nudged,) = ask("nudge_positions", f"an array of shape {shape}", [shape], lesson.X)
    A = _attention(nudged)
    screen.heading("9. nudge_positions: each position gets a shift, then both spaces look again")
    gap = show_pair(A)
    if gap < 1e-9:
        print("   Still equal: nothing tells the two spaces apart yet.")
    elif _row(A[FIRST]) == _row(A[SECOND]):
        print("   They differ now, though too little to show at two decimals.")
    screen.heading(f"10. Why do rows {FIRST} and {SECOND} differ now?")
    answer = getattr(importlib.import_module("starter.attention"), "WHY_ROWS_DIFFER", "")
    if not isinstance(answer, str) or not answer.strip():
        answer = "Say it in your own words, in starter/attention.py: WHY_ROWS_DIFFER."
    print(textwrap.fill(answer.strip(), 78, initial_indent="   ", subsequent_indent="   "))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the lesson; the exit code is 0 also where it stops at a stub that is not started."""
    parser = argparse.ArgumentParser(prog="python -m starter", description=__doc__)
    what = "also draw the matrix to this file (needs matplotlib)"
    parser.add_argument("--figure", metavar="FILE.png", type=Path, help=what)
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    screen = Screen.of(sys.stdout)
    print("Reading the attention matrix, with your functions. The page: exercises/README.md")
    stops: list[Stop] = []
    try:
        show_slice(screen)
        A = show_matrix(screen)
        show_sources(screen, A)
        stops += show_focus(screen, A, options.figure)
        show_nudge(screen)
        print("\nThese are your functions' numbers. Are they right? Ask `python -m pytest`.")
    except Stop as stop:
        stops.insert(0, stop)
    for each in stops:
        print(f"\n{each}")
    return max((each.code for each in stops), default=0)


if __name__ == "__main__":
    sys.exit(main())
