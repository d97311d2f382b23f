"""Takes all the memory there is: many arrays, a product of arrays, one block, a long list."""


def softmax(x, axis=-1):
    kept = []
    while True:
        kept.append(np.empty(2**20))


def self_attention(X, Wq, Wk, Wv):
    return np.ones((40000, 40000)) @ np.ones((40000, 40000)), X


def top_sources(A):
    return bytearray(2**40)


def row_focus(A):
    return list(range(10**9))
