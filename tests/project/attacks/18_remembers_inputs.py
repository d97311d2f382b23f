"""Keeps what it was given, and answers with that, with shapes changed in place."""
kept = []


def softmax(x, axis=-1):
    kept.append(x)
    return kept[0]


def top_sources(A):
    kept.append(A)
    return [array[0] if array.ndim else array for array in kept[-2:]]


def nudge_positions(X, step=0.3):
    moved = X + step * np.arange(X.shape[1])[:, None]
    X[...] = moved
    return moved
