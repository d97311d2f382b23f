"""Replaces standard output by an object that never returns from flush."""
import sys


class Stream:
    def write(self, text):
        return len(text)

    def flush(self):
        while True:
            pass


def top_sources(A):
    sys.stdout = Stream()
    return A.argmax(1), A.max(1)
