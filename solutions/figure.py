"""Draw the pictures of the pages with the reference solution: `python -m solutions.figure`.

The lesson's heat map needs matplotlib, the small pictures of the exercises nothing.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from solutions import reference
from solutions.pictures import PICTURES
from starter import heatmap, lesson
from starter.__main__ import WORDS

PAGES = Path(__file__).resolve().parents[1] / "exercises"
FIGURE = PAGES / "attention.svg"


def drawn() -> bytes:
    """The heat map as SVG. Texts stay texts, and nothing in it tells when it was drawn."""
    import matplotlib

    _, weights = reference.self_attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)
    A = np.asarray(weights)[0]
    _, most_focused, most_diffuse = reference.row_focus(A)
    picture = io.BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "attention"}):
        title = f'Who attends to whom in "{lesson.SLICE}"'
        figure = heatmap.figure(A, WORDS, most_focused, most_diffuse, title)
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    return picture.getvalue()


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (PAGES / f"{name}.svg").write_text(draw().svg(), encoding="utf-8", newline="\n")
    FIGURE.write_bytes(drawn())
    print(f"drawn: {len(PICTURES)} small pictures and {FIGURE}")
