"""What is said about a test that lost its points, in a beginner's words.

Nothing here repeats text that a student's code made, so it is safe to show for hidden tests:
such a text could carry their inputs.
"""

from __future__ import annotations

import builtins

from grader.record import Item, Trouble
from grader.rubric import Exercise, Rubric

_SENTENCES = {
    "not_started": "{what} is not started: it still raises NotImplementedError.",
    "timed_out": (
        "{what} did not come back in time and was stopped. Likely causes: a loop that never "
        "ends, waiting for input(), or arrays that are far too large."
    ),
    "out_of_memory": (
        "{what} needed more memory than the {memory} MiB there are. Likely causes: a list or an "
        "array that grows in a loop, or an array with one axis too many."
    ),
    "crashed": (
        "Python itself broke down in {what}. Likely causes: a function that calls itself without "
        "end, or a library that reaches past Python."
    ),
    "forbidden": (
        "{what} tried something that is not allowed here: opening other files, writing, the "
        "network, or starting programs. The exercise needs numpy only."
    ),
    "not_reached": (
        "Not run: tests before this one used up the time. Mend the function that does not come "
        "back first."
    ),
}


def sentence(item: Item, exercise: Exercise, rubric: Rubric) -> str:
    """What the engine knows about an item that did not pass: no text of a test or a student."""
    file = rubric.submission.files[0]
    trouble = item.metadata.trouble
    if item.kind != "failed":
        importing = trouble is not None and trouble.during == "import"
        what = f"the import of {file}" if importing else exercise.function
        text = _SENTENCES[item.kind].format(what=what, memory=rubric.limits.memory_mib)
        return text[0].upper() + text[1:] if importing else text
    if item.outcome == "skipped":
        return "The test was skipped, and a skipped test earns nothing."
    if trouble is None:
        return "The answer was wrong for an input that is not shown."
    if is_missing(trouble):
        return f"{file} has no function {exercise.function}: put it back, under exactly this name."
    where = f" in line {trouble.line}" if trouble.line is not None else ""
    if trouble.during == "import":
        return f"{file} could not be loaded: {_exception(trouble)}{where}."
    ended = " (the program ended itself: take exit, quit and sys.exit out)"
    return (
        f"{exercise.function} stopped with {_exception(trouble)}{where} of {file}"
        f"{ended if trouble.type_name == 'SystemExit' else ''}."
    )


def is_missing(trouble: Trouble) -> bool:
    """Whether the file loaded and the function is not in it."""
    return (
        trouble.during == "import"
        and trouble.type_name == "AttributeError"
        and trouble.line is None
    )


def _exception(trouble: Trouble) -> str:
    """The exception's name if Python or numpy gave it; a student's own could be a message."""
    known = getattr(builtins, trouble.type_name, None)
    if isinstance(known, type) and issubclass(known, BaseException):
        return trouble.type_name
    return trouble.type_name if trouble.type_name in ("AxisError", "LinAlgError") else "an error"
