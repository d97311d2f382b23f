"""Makes the worker's replies claim other outcomes, hostile names and impossible changes."""
import sys

frame = sys._getframe()
while frame.f_code.co_name != "serve":
    frame = frame.f_back
worker = frame.f_globals
send, wire = worker["send"], worker["wire"]
lies = []


def softmax(x, axis=-1):
    lies.append(wire.Raised("not_started", "NotImplementedError", "", 1, "call"))


def self_attention(X, Wq, Wk, Wv):
    lies.append(wire.Raised("forbidden", "\x1b[31m::error::", "x" * 1000, 1, "import"))


def top_sources(A):
    lies.append(wire.Raised("out_of_memory", "MemoryError", "", None, "import"))


def row_focus(A):
    lies.append(wire.Returned(wire.Array("float64", (0,), b""), {10**9: wire.pack(A)}))


def nudge_positions(X, step=0.3):
    lies.append(wire.Returned(None, {0: wire.pack(X.astype("float32")), -1: wire.pack(X)}))


def lie(replies, number, message):
    send(replies, number, lies.pop() if lies else message)


worker["send"] = lie
