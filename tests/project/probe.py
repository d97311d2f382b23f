"""What a submission might try against the machine: attempts by group and name.

Each is harmless if it succeeds: it touches files and processes that were made for it, loopback
addresses, or its own process; calls for administrators get arguments that change nothing.
An attempt is refused if it raises PermissionError. `probing.py` runs them.
"""

import _thread
import ctypes
import errno
import fcntl
import mmap
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Attempt = Callable[[], object]
LIBC = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
HERE = -100  # AT_FDCWD
# Calls that libc has no function for: name, x86_64, aarch64 (untried).
NUMBERS = """
fork 57 -, vfork 58 -, clone 56 220, clone3 435 435, tkill 200 130, tgkill 234 131,
rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, pidfd_send_signal 424 424, pidfd_open 434 434,
pidfd_getfd 438 438, process_madvise 440 440, kcmp 312 272, get_robust_list 274 100,
migrate_pages 256 238, move_pages 279 239, ioprio_set 251 30, sched_setattr 314 274,
io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, io_setup 206 0,
openat2 437 437, memfd_secret 447 447, bpf 321 280, keyctl 250 219, add_key 248 217,
request_key 249 218, userfaultfd 323 282, perf_event_open 298 241, seccomp 317 277,
landlock_create_ruleset 444 444, init_module 175 105, delete_module 176 106, reboot 169 142,
clock_settime 227 112, pivot_root 155 41, open_tree 428 428, fsopen 430 430,
mount_setattr 442 442, quotactl 179 60, modify_ldt 154 -, iopl 172 -, execveat 322 281
"""


@dataclass
class Targets:
    """What the attempts are aimed at; all of it was made for them."""

    folder: Path
    secret: Path
    packages: Path
    grader: Path
    library: Path
    victim: int
    port: int
    pipe: int = -1


def call(name: str, *arguments: Any) -> int:
    """Make a call of libc's or, where it has none of that name, the system call itself."""
    numbers = {n: (x, a) for n, x, a in (row.split() for row in NUMBERS.split(","))}
    if name in numbers:
        number = numbers[name][0 if X86 else 1]
        if number == "-":
            raise PermissionError(errno.EPERM, "this architecture has no such call")
        result = LIBC.syscall(int(number), *arguments)
    else:
        result = getattr(LIBC, name)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return int(result)


def end_child(pid: int) -> None:
    """Finish what a successful fork began."""
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def connect(family: int, kind: int, address: Any, protocol: int = 0) -> None:
    with socket.socket(family, kind, protocol) as one:
        one.connect(address)


def bind(kind: int) -> None:
    with socket.socket(socket.AF_INET, kind) as one:
        one.bind(("127.0.0.1", 0))


def make_socket(family: int, kind: int, protocol: int = 0) -> None:
    socket.socket(family, kind, protocol).close()


def system_v(make: str, remove: str, *arguments: int) -> None:
    """Create what would outlast the process (shmget and its kind), and remove it at once."""
    made = call(make, 0, *arguments)
    call(remove, made, *([0, 0, 0] if remove == "semctl" else [0, None]))


def by_machine_code() -> None:
    """Ask for the process id through the 32-bit gate, whose call numbers are others."""
    if not X86:
        raise PermissionError(errno.EPERM, "x86_64 only")
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(ctypes.c_int)(address)()


def x32_call() -> None:
    if not X86:
        raise PermissionError(errno.EPERM, "x86_64 only")
    if LIBC.syscall(0x40000000 + 39) < 0:
        raise OSError(ctypes.get_errno(), "x32")


def new_file(t: Targets) -> Path:
    return t.folder / f"new-{os.getpid()}"


def opening(path: Path, flags: int) -> Attempt:
    return lambda: os.close(os.open(path, flags, 0o600))


def file_attempts(t: Targets) -> dict[str, Attempt]:
    secret, new = t.secret, new_file(t)
    text, fresh = bytes(secret), bytes(new)
    library = os.open(t.library, os.O_RDONLY)
    mode = t.library.stat().st_mode & 0o7777
    how = (ctypes.c_uint64 * 3)(0, 0, 0)
    value = ctypes.create_string_buffer(16)
    return {
        "stat": secret.stat,
        "read": secret.read_bytes,
        "read the rubric's tests beside it": lambda: [p.read_bytes() for p in t.folder.iterdir()],
        "read through a symbolic link": (t.folder / "link").read_bytes,
        "read the grader": t.grader.read_bytes,
        "read an installed package": t.packages.read_bytes,
        "read /etc/passwd": Path("/etc/passwd").read_bytes,
        "read through /proc/self/root": Path(f"/proc/self/root{secret}").read_bytes,
        "list": lambda: list(t.folder.iterdir()),
        "list the installed packages": lambda: list(t.packages.parent.parent.iterdir()),
        "list the root": lambda: list(Path("/").iterdir()),
        "readlink": lambda: (t.folder / "link").readlink(),
        "openat2": lambda: call("openat2", HERE, text, how, 24),
        "open as a path": opening(secret, os.O_PATH),
        "open asking for signals": opening(t.library, os.O_RDONLY | 0o20000),
        "name_to_handle_at": lambda: call("name_to_handle_at", HERE, text, how, value, 0),
        "open_by_handle_at": lambda: call("open_by_handle_at", -1, how, 0),
        "getxattr": lambda: os.getxattr(secret, "user.probe"),
        "listxattr": lambda: os.listxattr(secret),
        "statfs": lambda: os.statvfs(secret),
        "inotify": lambda: call("inotify_init1", 0),
        "fanotify": lambda: call("fanotify_init", 0, 0),
        "write": opening(secret, os.O_WRONLY),
        "write and read": opening(secret, os.O_RDWR),
        "append": opening(secret, os.O_WRONLY | os.O_APPEND),
        "truncate on opening": opening(secret, os.O_RDONLY | os.O_TRUNC),
        "truncate": lambda: os.truncate(secret, 6),
        "ftruncate": lambda: os.ftruncate(library, t.library.stat().st_size),
        "create": opening(new, os.O_CREAT | os.O_WRONLY),
        "create by opening to read": opening(new, os.O_CREAT | os.O_RDONLY),
        "create in /tmp": lambda: tempfile.TemporaryFile(dir="/tmp"),
        "create in /dev/shm": lambda: tempfile.TemporaryFile(dir="/dev/shm"),
        "create without a name": opening(t.folder, os.O_TMPFILE | os.O_RDWR),
        "creat": lambda: call("creat", fresh, 0o600),
        "write to /dev/null": opening(Path("/dev/null"), os.O_WRONLY),
        "write to its own /proc": lambda: Path("/proc/self/comm").write_text("probe"),
        "memfd": lambda: os.memfd_create("probe"),
        "memfd_secret": lambda: call("memfd_secret", 0),
        "mkdir": new.mkdir,
        "mkfifo": lambda: os.mkfifo(new),
        "mknod": lambda: os.mknod(new),
        "symlink": lambda: new.symlink_to(secret),
        "link": lambda: os.link(secret, new),
        "rename": lambda: (t.folder / "spare").rename(t.folder / "spare"),
        "renameat2": lambda: call("renameat2", HERE, fresh, HERE, fresh, 1),
        "unlink": lambda: (t.folder / "no-such-file").unlink(),
        "rmdir": lambda: (t.folder / "no-such-file").rmdir(),
        "chmod": lambda: secret.chmod(0o600),
        "fchmod": lambda: os.fchmod(library, mode),
        "chown": lambda: os.chown(secret, os.getuid(), -1),
        "lchown": lambda: os.lchown(secret, os.getuid(), -1),
        "fchown": lambda: os.fchown(library, -1, -1),
        "utime": lambda: os.utime(secret, (1, 1)),
        "setxattr": lambda: os.setxattr(secret, "user.probe", b"1"),
        "removexattr": lambda: os.removexattr(secret, "user.probe"),
        "fallocate": lambda: os.posix_fallocate(library, 0, 1),
        "flock": lambda: fcntl.flock(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "record lock": lambda: fcntl.lockf(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "copy_file_range": lambda: os.copy_file_range(library, t.pipe, 1),
        "sendfile": lambda: os.sendfile(t.pipe, library, 0, 0),
        "splice": lambda: call("splice", library, None, t.pipe, None, 0, 0),
        "chdir": lambda: os.chdir(t.folder),
        "chroot": lambda: os.chroot("/"),
        "umask": lambda: os.umask(0o77),
        "shared memory": lambda: system_v("shmget", "shmctl", 4096, 0o1600),
        "semaphores": lambda: system_v("semget", "semctl", 1, 0o1600),
        "message queue": lambda: system_v("msgget", "msgctl", 0o1600),
        "io_setup": lambda: call("io_setup", 1, (ctypes.c_ulong * 1)()),
    }


def network_attempts(t: Targets) -> dict[str, Attempt]:
    inet, unix = socket.AF_INET, socket.AF_UNIX
    stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
    path = str(t.folder / "socket")
    setup = (ctypes.c_uint32 * 30)()
    return {
        "TCP": lambda: connect(inet, stream, ("127.0.0.1", t.port)),
        "TCP over IPv6": lambda: make_socket(socket.AF_INET6, stream),
        "TCP listening": lambda: bind(stream),
        "MPTCP": lambda: connect(inet, stream, ("127.0.0.1", t.port), 262),
        "UDP": lambda: connect(inet, datagram, ("127.0.0.1", t.port)),
        "UDP listening": lambda: bind(datagram),
        "raw": lambda: make_socket(inet, socket.SOCK_RAW, 1),
        "ICMP": lambda: make_socket(inet, datagram, 1),
        "packet": lambda: make_socket(socket.AF_PACKET, socket.SOCK_RAW),
        "netlink": lambda: make_socket(socket.AF_NETLINK, socket.SOCK_RAW),
        "vsock": lambda: make_socket(socket.AF_VSOCK, stream),
        "kernel crypto": lambda: make_socket(socket.AF_ALG, socket.SOCK_SEQPACKET),
        "unix by path": lambda: connect(unix, stream, path),
        "unix by abstract name": lambda: connect(unix, stream, f"\0{path}"),
        "unix datagram": lambda: make_socket(unix, datagram),
        "socketpair": socket.socketpair,
        "sendmsg": lambda: call("sendmsg", t.pipe, None, 0),
        "io_uring_setup": lambda: call("io_uring_setup", 1, setup),
        "io_uring_enter": lambda: call("io_uring_enter", -1, 0, 0, 0, None, 0),
        "io_uring_register": lambda: call("io_uring_register", -1, 0, None, 0),
    }


def process_attempts(_: Targets) -> dict[str, Attempt]:
    true, arguments = b"/bin/true", (ctypes.c_char_p * 2)(b"true", None)
    loader = next(Path("/lib64").glob("ld-*.so*"), Path("/lib/ld-linux-aarch64.so.1"))
    action = signal.SIGCHLD

    def memory_program() -> None:
        made = os.memfd_create("program")
        os.write(made, Path(true.decode()).read_bytes())
        os.execve(made, ["true"], {})

    return {
        "execve": lambda: os.execv(true, ["true"]),
        "execveat": lambda: call("execveat", HERE, true, arguments, None, 0),
        "execve by descriptor": lambda: os.execve(os.open(true, os.O_RDONLY), ["true"], {}),
        "execve from memory": memory_program,
        "execve the loader": lambda: os.execv(loader, [str(loader), "/bin/true"]),
        "posix_spawn": lambda: os.waitpid(os.posix_spawn(true, ["true"], {}), 0),
        "subprocess": lambda: subprocess.run(["/bin/true"], check=True),
        "os.fork": lambda: end_child(os.fork()),
        "fork": lambda: end_child(call("fork")),
        "vfork": lambda: end_child(call("vfork")),
        "clone": lambda: end_child(call("clone", action, None, None, None, None)),
        "clone as vfork": lambda: end_child(call("clone", 0x4000 | action, *[None] * 4)),
        "clone3": lambda: end_child(call("clone3", (ctypes.c_uint64 * 8)(0, 0, 0, 0, action), 64)),
        "thread": lambda: _thread.start_new_thread(int, ()),
        "32-bit call": by_machine_code,
        "x32 call": x32_call,
    }
