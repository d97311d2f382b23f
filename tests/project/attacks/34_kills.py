"""Right, and tries to kill, stop, slow or trace the processes around it."""
import ctypes
import os
import resource
import signal

libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid()


def call(number, *args):
    if libc.syscall(number, *args) == -1:
        raise OSError(ctypes.get_errno(), "refused")


for attempt in (
    lambda: os.kill(parent, signal.SIGKILL),
    lambda: os.kill(-1, signal.SIGKILL),
    lambda: os.killpg(0, signal.SIGKILL),
    lambda: os.kill(os.getpid(), signal.SIGSTOP),
    lambda: signal.pidfd_send_signal(os.pidfd_open(parent), signal.SIGKILL),
    lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
    lambda: os.sched_setaffinity(parent, {0}),
    lambda: resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1)),
    lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
    lambda: call(101, 16, parent, 0, 0),  # ptrace: attach
    lambda: call(101, 0, 0, 0, 0),  # ptrace: trace me
    lambda: call(310, parent, 0, 0, 0, 0, 0),  # process_vm_readv
    lambda: call(157, 1, 0, 0, 0, 0),  # prctl: outlive the parent
    lambda: call(129, parent, 9, 0),  # rt_sigqueueinfo
    lambda: signal.raise_signal(signal.SIGKILL),
):
    try:
        attempt()
    except Exception:
        pass
    else:
        print("MADE it")
