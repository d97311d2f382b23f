"""A long text among many numbers: numpy would pad every number to the length of the text."""


def softmax(x, axis=-1):
    return ["x" * 100_000] + [0.0] * 4095


def nudge_positions(X, step=0.3):
    return tuple(["y" * 25_000] * 15 + [0.0] * 4000)
