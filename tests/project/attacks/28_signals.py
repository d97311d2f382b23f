"""Ends itself by a timer, an abort, an illegal instruction; tries signals that mean other things."""
import ctypes
import mmap
import os
import signal
import time


def softmax(x, axis=-1):
    signal.setitimer(signal.ITIMER_PROF, 0.01)
    while True:
        pass


def self_attention(X, Wq, Wk, Wv):
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(99)


def top_sources(A):
    os.abort()


def row_focus(A):
    libc = ctypes.CDLL(None, use_errno=True)
    for number in (9, 15, 19, 24, 31):  # KILL TERM STOP XCPU SYS, as the words for an end have it
        libc.syscall(62, os.getpid(), number)
        libc.syscall(200, os.getpid(), number)
        libc.syscall(234, os.getpid(), os.getpid(), number)
    return 1


def nudge_positions(X, step=0.3):
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\x0f\x0b" if os.uname().machine == "x86_64" else b"\0\0\0\0")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
