"""What the lesson gives: the corpus, its tokenizer, one slice of text and one seeded head.

Nothing here needs editing. Use it in your own experiments:

    from starter.lesson import X, Wq, Wk, Wv

The arrays are read-only. All code shares them, so a function that writes into one stops with
"read-only" at its own line, instead of spoiling the numbers of everything that runs after it.
For an array that you may change, take a copy: `X.copy()`.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

CORPUS = (
    "the lamp keeper walks the shore at dusk. "
    "the lamp keeper lights the lantern when the fog rolls in. "
    "the boats come home when the lantern glows. "
    "the boats wait outside the bay when the fog is thick. "
    "a small boat drifts near the rocks at dawn. "
    "the keeper rings the bell when a boat drifts near the rocks. "
    "the tide rises at dusk and falls at dawn. "
    "the gulls call over the bay when the tide is low. "
    "the keeper counts the boats and writes the count in a book. "
    "the lantern burns all night and rests at dawn. "
) * 20

CHARS = "".join(sorted(set(CORPUS)))
VOCAB_SIZE = len(CHARS)
_ID_OF = {char: number for number, char in enumerate(CHARS)}


def encode(text: str) -> list[int]:
    """Turn text into ids, one a character.

    Raises ValueError, naming the character, where one is not in the vocabulary.
    """
    for place, char in enumerate(text):
        if char not in _ID_OF:
            raise ValueError(
                f"the character {char!r} at place {place} is not in the vocabulary. "
                f"The {VOCAB_SIZE} characters are {CHARS!r}."
            )
    return [_ID_OF[char] for char in text]


def decode(ids: Iterable[int]) -> str:
    """Turn ids back into text.

    Raises ValueError, naming the id, where one is not in the vocabulary.
    """
    numbers = list(ids)
    for place, number in enumerate(numbers):
        if not 0 <= number < VOCAB_SIZE:
            raise ValueError(
                f"the id {number} at place {place} is not in the vocabulary. "
                f"Ids go from 0 to {VOCAB_SIZE - 1}."
            )
    return "".join(CHARS[number] for number in numbers)


# A short slice on purpose: it holds the space twice, at positions 3 and 8.
SLICE = "the lamp k"
IDS = tuple(encode(SLICE))
T = len(SLICE)  # positions
C = 16  # embedding width
HS = 16  # head size


def _read_only(array: NDArray[np.float64]) -> NDArray[np.float64]:
    array.setflags(write=False)
    return array


# Its own generator, so neither reads nor moves numpy's global one; the numbers are those of
# np.random.seed(42). The order of the four draws is part of the lesson.
_generator = np.random.RandomState(42)
EMBED_TABLE = _read_only(_generator.randn(VOCAB_SIZE, C))  # one row a character
Wq = _read_only(_generator.randn(C, HS) * 0.5)  # 0.5, not the usual 0.02: else all rows are flat
Wk = _read_only(_generator.randn(C, HS) * 0.5)
Wv = _read_only(_generator.randn(C, HS) * 0.5)

X = _read_only(EMBED_TABLE[np.array([IDS])])  # (1, T, C): one sequence
