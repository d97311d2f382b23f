"""What a submission might try against other processes and the kernel (see `probe.py`)."""

import ctypes
import fcntl
import os
import resource
import signal
from pathlib import Path

from tests.project.probe import HERE, Attempt, Targets, call, opening


def other_process_attempts(t: Targets) -> dict[str, Attempt]:
    victim, nothing = t.victim, (ctypes.c_uint64 * 16)()
    queued = (ctypes.c_uint64 * 16)(0, 0xFFFFFFFF)  # siginfo_t with the code SI_QUEUE
    entry, own = Path(f"/proc/{victim}"), os.getpid()
    number, memory = os.PRIO_PROCESS, (ctypes.c_void_p * 2)(ctypes.addressof(nothing), 8)
    return {
        "kill": lambda: os.kill(victim, 0),
        "kill by raw call": lambda: call("kill", victim, 0),
        "kill the group": lambda: os.kill(0, 0),
        "kill everyone": lambda: os.kill(-1, 0),
        "tkill": lambda: call("tkill", victim, 0),
        "tgkill": lambda: call("tgkill", victim, victim, 0),
        "rt_sigqueueinfo": lambda: call("rt_sigqueueinfo", victim, 0, queued),
        "rt_tgsigqueueinfo": lambda: call("rt_tgsigqueueinfo", victim, victim, 0, queued),
        "pidfd_open": lambda: call("pidfd_open", victim, 0),
        "pidfd_send_signal": lambda: call("pidfd_send_signal", -1, 0, None, 0),
        "pidfd_getfd": lambda: call("pidfd_getfd", -1, 0, 0),
        "signal by F_SETOWN": lambda: fcntl.fcntl(t.pipe, fcntl.F_SETOWN, victim),
        "signal by F_SETSIG": lambda: fcntl.fcntl(t.pipe, 10, signal.SIGCONT),
        "signal by O_ASYNC": lambda: fcntl.fcntl(t.pipe, fcntl.F_SETFL, 0o20000),
        "signal by FIOSETOWN": lambda: fcntl.ioctl(t.pipe, 0x8901, nothing),
        "signal by FIOASYNC": lambda: fcntl.ioctl(t.pipe, 0x5452, nothing),
        "type into the terminal": lambda: fcntl.ioctl(t.pipe, 0x5412, b"x"),
        "ptrace": lambda: call("ptrace", 0x4206, victim, None, None),
        "be traced": lambda: call("ptrace", 0, 0, None, None),
        "process_vm_readv": lambda: call("process_vm_readv", victim, memory, 1, memory, 1, 0),
        "process_vm_writev": lambda: call("process_vm_writev", victim, None, 0, None, 0, 0),
        "process_madvise": lambda: call("process_madvise", -1, None, 0, 0, 0),
        "kcmp": lambda: call("kcmp", victim, own, 0, 0, 0),
        "get_robust_list": lambda: call("get_robust_list", victim, nothing, nothing),
        "migrate_pages": lambda: call("migrate_pages", victim, 0, None, None),
        "move_pages": lambda: call("move_pages", victim, 0, None, None, None, 0),
        "setpriority": lambda: os.setpriority(number, victim, 1),
        "setpriority of itself": lambda: os.setpriority(number, 0, 1),
        "getpriority": lambda: os.getpriority(number, victim),
        "sched_setaffinity": lambda: os.sched_setaffinity(victim, {0, 1}),
        "sched_getaffinity": lambda: os.sched_getaffinity(victim),
        "sched_setscheduler": lambda: os.sched_setscheduler(victim, 0, os.sched_param(0)),
        "sched_setattr": lambda: call("sched_setattr", victim, None, 0),
        "ioprio_set": lambda: call("ioprio_set", 1, victim, 0x6000),
        "prlimit": lambda: resource.prlimit(victim, resource.RLIMIT_CORE),
        "processor clock": lambda: call("clock_gettime", ~victim << 3 | 2, nothing),
        "getpgid": lambda: os.getpgid(victim),
        "getsid": lambda: os.getsid(victim),
        "setpgid": lambda: os.setpgid(0, 0),
        "wait": lambda: os.waitid(os.P_PID, victim, os.WEXITED | os.WNOHANG),
        "list /proc": lambda: list(Path("/proc").iterdir()),
        "its environment": (entry / "environ").read_bytes,
        "its command line": (entry / "cmdline").read_bytes,
        "its memory": opening(entry / "mem", os.O_RDONLY),
        "its memory map": (entry / "maps").read_bytes,
        "its files": lambda: list((entry / "fd").iterdir()),
        "its folder": lambda: (entry / "cwd").readlink(),
        "the files in its root": (entry / "root" / t.secret.relative_to("/")).read_bytes,
        "its score": lambda: (entry / "oom_score_adj").write_text("0"),
        "the warm process": Path(f"/proc/{os.getppid()}/environ").read_bytes,
        "own environment at start": Path("/proc/self/environ").read_bytes,
        "own memory by file": opening(Path("/proc/self/mem"), os.O_RDWR),
    }


def kernel_attempts(t: Targets) -> dict[str, Attempt]:
    none, nothing = b"/no/such/path", (ctypes.c_uint64 * 16)()
    limits = (ctypes.c_uint64 * 2)(8, 8)
    return {
        "bpf": lambda: call("bpf", -1, None, 0),
        "mount": lambda: call("mount", none, none, b"tmpfs", 0, None),
        "umount": lambda: call("umount2", none, 0),
        "mount_setattr": lambda: call("mount_setattr", -1, none, 0, nothing, 0),
        "open_tree": lambda: call("open_tree", HERE, none, 0),
        "fsopen": lambda: call("fsopen", b"no-such-kind", 0),
        "pivot_root": lambda: call("pivot_root", none, none),
        "unshare users": lambda: call("unshare", 0x10000000),
        "unshare mounts": lambda: call("unshare", 0x00020000),
        "setns": lambda: call("setns", -1, 0),
        "keyctl": lambda: call("keyctl", 0, -2, 1),
        "add_key": lambda: call("add_key", b"user", b"probe", b"x", 1, -2),
        "request_key": lambda: call("request_key", b"keyring", b"probe", None, 0),
        "userfaultfd": lambda: call("userfaultfd", 1),
        "perf_event_open": lambda: call("perf_event_open", None, 0, -1, -1, 0),
        "personality": lambda: call("personality", 0xFFFFFFFF),
        "reboot": lambda: call("reboot", 0, 0, 0, None),
        "swapon": lambda: call("swapon", none, 0),
        "swapoff": lambda: call("swapoff", none),
        "init_module": lambda: call("init_module", None, 0, None),
        "delete_module": lambda: call("delete_module", b"no_such_module", 0x800),
        "sethostname": lambda: call("sethostname", None, 1),
        "clock_settime": lambda: call("clock_settime", 0, None),
        "adjtimex": lambda: call("adjtimex", ctypes.create_string_buffer(512)),
        "the kernel's log": lambda: call("klogctl", 10, None, 0),
        "acct": lambda: call("acct", none),
        "quotactl": lambda: call("quotactl", -1, None, 0, None),
        "modify_ldt": lambda: call("modify_ldt", 0, nothing, 8),
        "iopl": lambda: call("iopl", 0),
        "mlock": lambda: call("mlock", nothing, 8),
        "setuid": lambda: os.setuid(os.getuid()),
        "setgroups": lambda: os.setgroups([]),
        "setsid": os.setsid,
        "capset": lambda: call("capset", (ctypes.c_uint32 * 2)(0x20080522, 0), bytes(24)),
        "seccomp": lambda: call("seccomp", 1, 0, None),
        "another Landlock": lambda: call("landlock_create_ruleset", None, 0, 1),
        "prctl dumpable": lambda: call("prctl", 4, 1, 0, 0, 0),
        "prctl outlive the parent": lambda: call("prctl", 1, 0, 0, 0, 0),
        "raise a limit": lambda: call("prlimit64", 0, resource.RLIMIT_NPROC, limits, None),
        "set a limit": lambda: call("setrlimit", resource.RLIMIT_FSIZE, limits),
        "sync": lambda: call("syncfs", t.pipe),
    }
