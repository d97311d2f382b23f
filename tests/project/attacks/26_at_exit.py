"""Exits with handlers and finalizers that never end, and print for ever."""
import atexit
import sys
import weakref


class Endless:
    def __del__(self):
        while True:
            pass


def _print():
    while True:
        print("x" * 1000)


endless = Endless()
atexit.register(_print)
weakref.finalize(endless, _print)
sys.exit(0)
