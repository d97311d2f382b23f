"""Right, but prints at every line and call that Python makes in the worker."""
import sys


def _trace(*_):
    sys.stdout.write("t" * 500)
    return _trace


sys.settrace(_trace)
sys.setprofile(_trace)
