"""Functions for making and reading the attention matrix. This is the one file that you edit.

Read the page that a stub names, then put your code in place of the stub's last line.
Check yourself as often as you like, from the folder above this one:

    python -m pytest                                 all exercises
    python -m pytest tests/public/test_softmax.py    only this one
    python -m starter                                the lesson, with your functions

Running this file itself, say with an editor's Run button, prints nothing: it only defines
functions.

Keep the names and their arguments; `axis` and `step` are passed by name, the rest in
order. Functions of your own beside them are welcome. Import nothing but numpy, Python's
standard library and starter.lesson: graders have nothing else (so no matplotlib here).

The axes have the same names everywhere: B sequences, T positions in each sequence, C numbers
for each position (the embedding width), hs numbers for each query, key and value (the head
size). Positions are counted from 0. All results are compared within about 0.00001.
"""

import numpy as np

# In your own words: why do rows 3 and 8 of the attention matrix differ after the nudge, and
# why were they equal before it? Write your answer between the quotes (for several lines, use
# three quotes on each side). It earns no points; your instructor reads it.
WHY_ROWS_DIFFER = ""


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into shares that sum to 1 along one axis.

    Comes in:
        x: scores, an array with 1 to 4 axes, none of them empty; whole numbers or floats.
        axis: the axis along which the shares sum to 1. Any axis of x; -1 is the last.

    Goes out:
        A new array of floats with the shape of x. Along `axis`, each share is e to the power
        of its score, divided by the sum of those powers. No share is negative.

    Rules:
        Scores of 10000 or -10000 still give right, finite shares (no nan, no inf).
        x is the same after the call as before.
    """
    # TODO: Turn the scores along `axis` into shares, also where the scores are huge.
    raise NotImplementedError("softmax is not started. Read exercises/softmax.md.")


def self_attention(
    X: np.ndarray, Wq: np.ndarray, Wk: np.ndarray, Wv: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Let every position of every sequence draw from all positions of its own sequence.

    Comes in:
        X: embeddings, shape (B, T, C), whole numbers or floats.
        Wq, Wk, Wv: tables that make queries, keys and values, each of shape (C, hs). The
            queries are X @ Wq: number h of a query is the dot product of its embedding with
            column h of Wq. Keys (Wk) and values (Wv) likewise.

    Goes out, two arrays in this order:
        out: shape (B, T, hs). out[b, i] is the sum over j of weights[b, i, j] times value j
            of sequence b.
        weights: shape (B, T, T). weights[b, i] is the softmax, over the keys j, of the dot
            products of query i with each key j of sequence b, each divided by the square
            root of hs. So each row sums to 1.

    Rules:
        B, T, C and hs may be any sizes from 1 up, equal or not. No position is hidden from
        another. Huge dot products still give right, finite weights, as in softmax.
        X, Wq, Wk and Wv are the same after the call as before.
    """
    # TODO: Make queries, keys and values, weigh every key for every query, mix the values.
    raise NotImplementedError("self_attention is not started. Read exercises/self_attention.md.")


def top_sources(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find, for every position, where it looks most.

    Comes in:
        A: one attention matrix, shape (T, T), floats. Row i is query i, column j is key j.

    Goes out, two arrays in this order:
        sources: shape (T,), whole numbers. For each query i, the key j with the largest
            weight in row i. It may be i itself.
        weights: shape (T,). That largest weight.

    Rules:
        Where keys tie for the largest weight, any of them is right.
        A is the same after the call as before.
    """
    # TODO: For each row of A, find the column of its largest weight, and that weight.
    raise NotImplementedError("top_sources is not started. Read exercises/top_sources.md.")


def row_focus(A: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Score how focused every position is, and name the two extremes.

    Comes in:
        A: one attention matrix, shape (T, T), floats. Row i is query i, column j is key j.

    Goes out, three values in this order:
        focus: shape (T,). For each query i, the largest weight in row i.
        most_focused: the position with the largest focus, a whole number from 0 to T-1.
        most_diffuse: the position with the smallest focus, a whole number from 0 to T-1.

    Rules:
        Where positions tie, any of them is right.
        A is the same after the call as before.
    """
    # TODO: Take the largest weight of each row, then find the rows where it is most and least.
    raise NotImplementedError("row_focus is not started. Read exercises/row_focus.md.")


def nudge_positions(X: np.ndarray, step: float = 0.3) -> np.ndarray:
    """Tell every position apart by a small shift.

    Comes in:
        X: embeddings, shape (B, T, C), whole numbers or floats.
        step: how far each position is moved beyond the one before it. Any number, also 0 or
            a negative one.

    Goes out:
        A new array of shape (B, T, C). In every sequence, all C numbers of position 0 stay as
        they are, those of position 1 grow by step, those of position 2 by 2 * step, and so on.

    Rules:
        X is the same after the call as before.
    """
    # TODO: Add step times the position to every number of that position, in a new array.
    raise NotImplementedError("nudge_positions is not started. Read exercises/nudge_positions.md.")
