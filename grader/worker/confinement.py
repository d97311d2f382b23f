"""Confine a worker on Linux: whatever is not listed here, the kernel refuses.

Each layer holds what another leaves open: Landlock says which files can be read; a seccomp filter,
which system calls can be made with which arguments; dropped capabilities take root's powers away;
limits hold what is left. None of it needs root. The warm process calls `prepare` once, and each
fork `hold` and `apply` before it sees a student's byte; where one raises, it must end.

Memory may be made executable, since the kernel judges a call, not the code that made it. `stat` of
a path stays possible: Python's imports need it.
Sources: landlock(7), seccomp(2), prctl(2), asm/unistd_64.h, asm-generic/unistd.h.
"""

import ctypes
import errno
import functools
import os
import platform
import re
import signal
import stat
import struct
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

if sys.platform != "win32":
    import resource

# The allowed calls: name, number on x86_64, number on aarch64 (untried), "-" where there is none.
# `_program` allows some of them for certain arguments only.
_CALLS = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, lseek 8 62, close 3 57,
open 2 -, openat 257 56, dup 32 23, dup2 33 -, dup3 292 24, fcntl 72 25, ioctl 16 29,
stat 4 -, lstat 6 -, fstat 5 80, newfstatat 262 79, statx 332 291, getdents64 217 61,
access 21 -, faccessat 269 48, faccessat2 439 439, getcwd 79 17,
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72,
mmap 9 222, mprotect 10 226, munmap 11 215, mremap 25 216, madvise 28 233, brk 12 214,
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, sigaltstack 131 132,
alarm 37 -, getitimer 36 102, setitimer 38 103, restart_syscall 219 128,
nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
gettimeofday 96 169, time 201 -, times 100 153, getrandom 318 278, futex 202 98,
getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175,
getgid 104 176, getegid 108 177, uname 63 160, sysinfo 99 179, getrusage 98 165,
getrlimit 97 163, prlimit64 302 261, sched_yield 24 124, sched_getaffinity 204 123,
clone3 435 435, exit 60 93, exit_group 231 94
"""
_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # as linux/audit.h numbers them
_KILL, _ALLOW, _EPERM, _ENOSYS = 0x80000000, 0x7FFF0000, 0x00050001, 0x00050026
_X32 = 0x40000000
_RETURN, _LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT = 0x06, 0x20, 0x15, 0x35, 0x45
_DIE_WITH_PARENT, _DUMPABLE, _SECCOMP, _NO_NEW_PRIVILEGES = 1, 4, 22, 38  # prctl(2)
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3  # landlock(7)
_PACKAGES = {"site-packages", "dist-packages"}
OPEN_FILES = 64


def floor() -> str | None:
    """Return None where a worker can be confined, else a sentence on what lacks and what to do."""
    if sys.platform != "linux":
        lacking = f"only Linux can do it, and this is {platform.system()} (WSL 2 would do)"
    elif platform.machine() not in _MACHINES or sys.maxsize < 2**32:
        lacking = f"it takes a 64-bit x86_64 or aarch64, and this is {platform.machine()}"
    elif landlock_abi() < 1:
        lacking = "the kernel offers no Landlock (Linux 5.13 or newer, named in its lsm= list)"
    # Asked to load a filter from nowhere, a kernel that knows filters complains of the address.
    elif _libc().prctl(_SECCOMP, 2, 0, 0, 0) < 0 and ctypes.get_errno() != errno.EFAULT:
        lacking = "the kernel has no seccomp filters (CONFIG_SECCOMP_FILTER)"
    else:
        return None
    where = "Grade on such a machine, in a codespace or with the regrade workflow."
    return f"Submissions cannot be confined here: {lacking}. {where}"


def landlock_abi() -> int:
    """Return the level of Landlock that the kernel offers, 0 for none."""
    return max(0, _libc().syscall(444, None, 0, 1)) if sys.platform == "linux" else 0


@functools.cache
def readable_paths() -> list[str]:
    """Return the files and folders a worker must read: Python, numpy and their libraries.

    Call it first in the warm process: a confined one cannot find them. Raises OSError.
    """
    numpy = Path(np.__file__).parent
    found = {numpy, numpy.with_name("numpy.libs")}
    found |= {Path(name) for name in ("/etc/ld.so.cache", "/dev/null", "/dev/urandom")}
    found |= {Path(entry) for entry in sys.path if entry.endswith("lib-dynload")}
    # Not the library's folder itself: packages may lie in it, and Landlock cannot take them out.
    beside = Path(os.__file__).parent.iterdir()
    found |= {child for child in beside if child.name not in _PACKAGES}
    lines = Path("/proc/self/maps").read_text().splitlines()
    loaded = {Path(path) for *_, path in (line.split(maxsplit=5) for line in lines)}
    libraries = {file for file in loaded if _is_library(file) and not _PACKAGES & {*file.parts}}
    for folder in {file.parent for file in libraries}:
        if str(folder).startswith(("/usr/lib", "/lib")) and not any(folder.glob("python3*")):
            found.add(folder)
        else:  # packages or people's files lie there too: its libraries only
            found |= {file for file in folder.iterdir() if _is_library(file)}
    return sorted(str(path) for path in found if path.exists())


def _is_library(file: Path) -> bool:
    return re.fullmatch(r"(lib|ld).*\.so[.0-9]*", file.name) is not None and file.exists()


@functools.cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    # The kernel looks at all four arguments in full width.
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    return libc


def _taken(what: str, result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def hold(warm: int, memory_mib: int, cpu_seconds: int) -> None:
    """Bound what this fork of the process `warm` uses, confined or not; let it die with `warm`.

    Raises OSError, ValueError or OverflowError if a part does not take.
    """
    os.setsid()
    if sys.platform == "linux":
        _taken("die with parent", _libc().prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0))
    if os.getppid() != warm:  # it may have ended before the kernel knew of the line above
        raise ProcessLookupError("the process that started this worker is gone")
    # SIGXCPU says why; a second later comes SIGKILL, which cannot be ignored. Pipes are no files.
    limits = {"CPU": cpu_seconds, "NOFILE": OPEN_FILES, "CORE": 0, "FSIZE": 0}
    if sys.platform != "darwin":  # which has no such bound to set
        limits["AS"] = memory_mib * 1024**2
    for name, soft in limits.items():
        which = getattr(resource, f"RLIMIT_{name}")
        _, most = resource.getrlimit(which)
        hard = soft + (name == "CPU")
        hard = hard if most == resource.RLIM_INFINITY else min(hard, most)
        resource.setrlimit(which, (min(soft, hard), hard))


@dataclass(frozen=True)
class Confinement:
    """What a fork needs to confine itself: a file descriptor of Landlock rules, and a filter."""

    ruleset: int
    program: bytes

    def apply(self) -> None:
        """Confine this process, which must have one thread, for good. Raises OSError."""
        libc = _libc()
        _taken("capset", libc.capset(struct.pack("Ii", 0x20080522, 0), bytes(24)))
        # Not dumpable: nobody without root's powers can look into this process.
        _taken("not dumpable", libc.prctl(_DUMPABLE, 0, 0, 0, 0))
        for limit in (resource.RLIMIT_NPROC, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE):
            resource.setrlimit(limit, (0, 0))
        _taken("no new privileges", libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        _taken("landlock_restrict_self", libc.syscall(446, self.ruleset, 0))
        os.close(self.ruleset)
        program = ctypes.create_string_buffer(self.program)
        header = struct.pack("HP", len(self.program) // 8, ctypes.addressof(program))
        filter_ = ctypes.create_string_buffer(header)  # struct sock_fprog
        _taken("seccomp", libc.prctl(_SECCOMP, 2, ctypes.addressof(filter_), 0, 0))


def prepare(paths: Sequence[str]) -> Confinement:
    """Make ready what lets forks read `paths` alone. Raises OSError where a path is absent."""
    level = landlock_abi()
    # Every right that the kernel knows is taken away; reading is then given back, by path.
    files = (1 << 13) - 1 | (level >= 2) << 13 | (level >= 3) << 14 | (level >= 5) << 15
    size = 24 if level >= 6 else 16 if level >= 4 else 8
    rights = struct.pack("QQQ", files, 3 * (level >= 4), 3 * (level >= 6))[:size]
    ruleset = _taken("landlock_create_ruleset", _libc().syscall(444, rights, size, 0))
    for path in paths:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        rule = struct.pack("=Qi", _READ_FILE | _READ_FOLDER * is_folder, handle)
        _taken(f"landlock_add_rule {path}", _libc().syscall(445, ruleset, 1, rule, 0))
        os.close(handle)
    return Confinement(ruleset, _program(platform.machine()))


def _program(machine: str) -> bytes:
    """Return the seccomp filter: listed calls pass, foreign ones kill, all others are refused."""
    reading = os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_LARGEFILE
    # By call, 32-bit words of its arguments, and the values or else the bits that they may have.
    rules: dict[str, dict[int, tuple[int, ...] | int]] = {
        "open": {2: reading},
        "openat": {4: reading},
        # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC. F_SETOWN can kill other processes.
        "fcntl": {2: (0, 1, 2, 3, 1030)},
        "ioctl": {2: (0x5401, 0x541B, 0x5450, 0x5451)},  # TCGETS FIONREAD FIONCLEX FIOCLEX
        "prlimit64": {0: 0, 4: 0, 5: 0},  # its own limits, and no new ones
        "sched_getaffinity": {0: 0},
        # The other numbers are other processes' clocks.
        **{name: {0: 0xF} for name in ("clock_gettime", "clock_getres", "clock_nanosleep")},
    }

    def step(code: int, value: int, skip_if_true: int = 0, skip_if_false: int = 0) -> bytes:
        return struct.pack("=HBBI", code, skip_if_true, skip_if_false, value)  # sock_filter

    column = list(_MACHINES).index(machine)
    steps = [step(_LOAD, 4), step(_IF_EQUAL, _MACHINES[machine], 1), step(_RETURN, _KILL)]
    steps.append(step(_LOAD, 0))
    if machine == "x86_64":
        steps += [step(_IF_AT_LEAST, _X32, 0, 1), step(_RETURN, _KILL)]
    for name, *numbers in (call.split() for call in _CALLS.split(",")):
        if numbers[column] == "-":
            continue
        block = []
        for word, allowed in rules.get(name, {}).items():
            block.append(step(_LOAD, 16 + 4 * word))
            if isinstance(allowed, int):
                block.append(step(_IF_ANY_BIT, allowed ^ 0xFFFFFFFF, 0, 1))
            else:
                block += [step(_IF_EQUAL, v, len(allowed) - i) for i, v in enumerate(allowed)]
            block.append(step(_RETURN, _EPERM))
        # To clone3 say that there is none: libc then falls back to clone, which is refused.
        block.append(step(_RETURN, _ENOSYS if name == "clone3" else _ALLOW))
        steps += [step(_IF_EQUAL, int(numbers[column]), 0, len(block)), *block]
    return b"".join([*steps, step(_RETURN, _EPERM)])


def prove() -> list[str]:
    """In a confined process, try what must fail; return what was not refused (empty is good).

    Nothing here does harm if it succeeds. Raises OSError where Python's library cannot be read.
    """
    import socket  # here, since it also proves that a confined process can import

    Path(os.__file__).read_bytes()
    parent, unnamed = os.getppid(), os.O_TMPFILE | os.O_RDWR
    attempts: dict[str, Callable[[], object]] = {
        "read a file": Path(__file__).read_bytes,
        "list a folder": lambda: list(Path("/").iterdir()),
        "create a file": lambda: os.open(Path.cwd(), unnamed),
        "create a temporary file": lambda: os.open("/tmp", unnamed),
        "open a TCP socket": lambda: socket.socket().close(),
        "open a UDP socket": lambda: socket.socket(type=socket.SOCK_DGRAM).close(),
        "open a unix socket": lambda: socket.socket(socket.AF_UNIX).close(),
        "start a process": lambda: os.waitpid(os.fork() or os._exit(0), 0),
        "start a program": lambda: os.execv("/proc/no-such-program", ["none"]),
        "signal another process": lambda: os.kill(parent, 0),
        "read another process's environment": Path(f"/proc/{parent}/environ").read_bytes,
        "be traced": lambda: _taken("ptrace", _libc().ptrace(0, 0, None, None)),
    }
    found = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except PermissionError:
            continue
        except OSError:
            pass  # to fail for another reason is not enough
        found.append(name)
    return found
