"""Looks for what is around it, tries to reach it, and prints what it found.

Words in @...@ are filled in by the test, back to front, so that finding one means something.
"""
import ctypes
import gc
import os
import socket
import subprocess
import sys
import threading


def strings():
    found = set()
    for holder in gc.get_objects():
        for value in [holder, *gc.get_referents(holder)]:
            if isinstance(value, (str, bytes)):
                found.add(value if isinstance(value, str) else value.decode("latin-1"))
    return found


def start_of_the_stack():
    """What the kernel put there: arguments, environment, the path of the program."""
    place = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "program_invocation_name").value
    for _ in range(len(sys.orig_argv) + 6):
        text = ctypes.string_at(place)
        place += len(text) + 1
        yield text.decode("latin-1")


everything = "\n".join(strings())
needles = [word[::-1] for word in """@NEEDLES@""".splitlines()]
print("needles", len(needles))
print("FOUND", [n for n, needle in enumerate(needles) if needle in everything])
print("environment", dict(os.environ), sys.argv)
print("modules", sorted(name for name in sys.modules if name.split(".")[0] in ("grader", "tests", "pytest", "msgspec", "solutions")))
names = set()
frame = sys._getframe()
while frame is not None:
    names |= {*frame.f_locals, *frame.f_globals}
    frame = frame.f_back
print("names", sorted(name for name in names if name in ("expected", "want", "wants", "case", "rubric", "submission")))
libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid()


def call(number, *args):
    if libc.syscall(number, *args) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def descriptors():
    kinds = []
    for number in range(64):
        try:
            kinds.append((number, oct(os.fstat(number).st_mode >> 12)))
        except OSError:
            pass
    return kinds


print("descriptors", [kind for _, kind in descriptors()])
hidden, other = "@HIDDEN@"[::-1], "@OTHER@"[::-1]
attempts = {
    "read the hidden tests": lambda: open(hidden).read(),
    "read another submission": lambda: open(other).read(),
    "list the tests": lambda: os.listdir(os.path.dirname(hidden)),
    "import the tests": lambda: __import__("tests.hidden.plain"),
    "import the grader": lambda: __import__("grader.rubric"),
    "read the grader": lambda: open(sys._getframe(2).f_globals["__spec__"].origin).read(),
    "map the hidden tests": lambda: call(257, -100, hidden.encode(), 0),
    "write over the hidden tests": lambda: open(hidden, "r+"),
    "truncate them": lambda: os.truncate(hidden, 0),
    "remove them": lambda: os.remove(hidden),
    "rename them": lambda: os.rename(hidden, hidden + "x"),
    "change their mode": lambda: os.chmod(hidden, 0o777),
    "go to their folder": lambda: os.chdir(os.path.dirname(hidden)),
    "list /": lambda: os.listdir("/"),
    "list /proc": lambda: os.listdir("/proc"),
    "own status": lambda: open("/proc/self/status").read(),
    "own memory": lambda: open("/proc/self/mem", "rb").read(1),
    "own descriptors": lambda: os.listdir("/proc/self/fd"),
    "the parent's environment": lambda: open(f"/proc/{parent}/environ").read(),
    "the parent's arguments": lambda: open(f"/proc/{parent}/cmdline").read(),
    "the slot's environment": lambda: open("/proc/@SLOT@/environ").read(),
    "the slot's memory": lambda: open("/proc/@SLOT@/mem", "rb"),
    "passwords": lambda: open("/etc/passwd").read(),
    "the home folder": lambda: os.listdir("@HOME@"),
    "write here": lambda: open("left-by-an-attack", "w"),
    "write to /tmp": lambda: open("/tmp/left-by-an-attack", "w"),
    "fork": lambda: os.fork() or os._exit(0),
    "a thread": lambda: threading.Thread(target=print).start(),
    "a program": lambda: subprocess.run(["/bin/true"]),
    "TCP": lambda: socket.create_connection(("127.0.0.1", 9)),
    "UDP": lambda: socket.socket(type=socket.SOCK_DGRAM),
    "a unix socket": lambda: socket.socket(socket.AF_UNIX),
    "kill the parent": lambda: os.kill(parent, 9),
    "kill the slot": lambda: os.kill(int("@SLOT@"), 9),
    "trace the parent": lambda: call(101, 16, parent, 0, 0),
    "read the parent's memory": lambda: call(310, parent, 0, 0, 0, 0, 0),
    "take the parent's files": lambda: call(438, call(434, parent, 0), 0, 0),
    "io_uring": lambda: call(425, 8, bytes(120)),
    "a user namespace": lambda: call(272, 0x10000000),
    "bpf": lambda: call(321, 0, bytes(64), 64),
    "the kernel's keys": lambda: call(250, 0, -3, 0),
    "the kernel's log": lambda: call(103, 3, bytes(64), 64),
}
for name, attempt in attempts.items():
    try:
        attempt()
    except ImportError:
        print("refused", name)
    except (OSError, RuntimeError) as error:
        code = getattr(error, "errno", None)
        print("refused" if code in (None, 1, 13, 38) else f"REACHED ({error})", name)
    else:
        print("REACHED", name)
print("stack", *start_of_the_stack())
print("end of the probe")
