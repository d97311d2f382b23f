"""Exceptions with huge names and texts, false classes, texts that never end, long chains."""


class Named(type):
    __name__ = property(lambda cls: "x" * 10**7)


class Huge(Exception, metaclass=Named):
    def __str__(self):
        return "y" * 10**7


class Lie(Exception):
    __class__ = MemoryError


class Text(str):
    def __getitem__(self, index):
        return self

    def encode(self, *_):
        return self


class Sticky(Exception):
    def __str__(self):
        return Text("z" * 5000)


class Endless(Exception):
    def __str__(self):
        return str(self)


def softmax(x, axis=-1):
    raise Huge


def self_attention(X, Wq, Wk, Wv):
    error = ValueError()
    for _ in range(30000):
        outer = ValueError()
        outer.__context__ = error
        error = outer
    raise error


def top_sources(A):
    raise Lie("no")


def row_focus(A):
    raise Sticky


def nudge_positions(X, step=0.3):
    raise Endless
