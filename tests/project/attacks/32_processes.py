"""Right, and tries to start threads, processes, programs, and to outlive its worker."""
import ctypes
import multiprocessing
import os
import subprocess
import threading

libc = ctypes.CDLL(None, use_errno=True)


def _child():
    if os.fork() == 0:
        os.setsid()
        os.execv("/bin/sleep", ["left-by-an-attack", "30"])


for attempt in (
    _child,
    os.forkpty,
    lambda: os.execv("/bin/sleep", ["left-by-an-attack", "30"]),
    lambda: os.posix_spawn("/bin/sleep", ["left-by-an-attack", "30"], {}),
    lambda: os.setsid(),
    lambda: subprocess.Popen(["/bin/sleep", "30"]),
    lambda: subprocess.run("sleep 30 & disown", shell=True, check=True),
    lambda: threading.Thread(target=print, args=["MADE a thread"]).start(),
    lambda: multiprocessing.Pool(2),
    lambda: os.system("sleep 30 &") and 1 / 0,
    lambda: libc.syscall(57) != -1 or 1 / 0,
    lambda: libc.syscall(58) != -1 or 1 / 0,
    lambda: libc.syscall(56, 0x11, 0, 0, 0, 0) != -1 or 1 / 0,
    lambda: libc.syscall(435, 0, 0) != -1 or 1 / 0,
):
    try:
        attempt()
    except Exception:
        pass
    else:
        print("MADE a process")
