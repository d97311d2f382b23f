"""Thirty kinds of results that are no array of numbers, or a strange one, in turn."""
import itertools

odd = itertools.cycle(
    [
        lambda s: np.full(s, np.nan),
        lambda s: np.full(s, -np.inf),
        lambda s: np.ones(s, complex),
        lambda s: np.ones(s, object),
        lambda s: np.ones(s, "M8[s]"),
        lambda s: np.ones(s, "U5"),
        lambda s: np.zeros(s, "V8"),
        lambda s: np.zeros(s, [("a", float)]),
        lambda s: np.broadcast_to(0.0, (10**6, 10**6)),
        lambda s: np.full(s, 9, np.longdouble),
        lambda s: np.full(s, 9, ">f8"),
        lambda s: np.zeros((0,) * 8),
        lambda s: np.zeros((1,) * 40),
        lambda s: np.ma.masked_all(s),
        lambda s: 10**400,
        lambda s: -(2**63),
        lambda s: 2**64 - 1,
        lambda s: np.full(s, -128, "i1"),
        lambda s: np.full(s, 2**64 - 1, "u8"),
        lambda s: float("nan"),
        lambda s: b"x",
        lambda s: range(9),
        lambda s: {},
        lambda s: iter(int, 1),
        lambda s: "\ud800",
        lambda s: [[]] * 5000,
        lambda s: [np.zeros((1,) * 8)] * 4096,
        lambda s: [None] * 4096,
        lambda s: np.zeros(10**6, "i1"),
        lambda s: np.zeros((1, 1, 1, 1, 1, 1, 1, 2), "f2"),
    ]
)


def softmax(x, axis=-1):
    return next(odd)(x.shape)


def self_attention(X, Wq, Wk, Wv):
    return next(odd)(X.shape), next(odd)(X.shape)


def top_sources(A):
    return next(odd)(A.shape[:1]), next(odd)(A.shape[:1])


def row_focus(A):
    return next(odd)(A.shape[:1]), next(odd)(()), next(odd)(())


def nudge_positions(X, step=0.3):
    return next(odd)(X.shape)
