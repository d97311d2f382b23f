"""Notes for the instructor on what a submission tried. Advice only: the kernel refuses it."""

import os
import sys
from collections.abc import Callable
from typing import Any

from grader.wire import MAX_NOTES
from grader.worker.confinement import readable_paths

# What Python tells an audit hook, in words. A sentence ending in "the file" or "the folder" is
# completed with the path.
_SENTENCES = {
    "tried to open a network connection": "socket.__new__ socket.getaddrinfo socket.gethostbyname",
    "tried to start a program": "subprocess.Popen os.system os.exec os.posix_spawn pty.spawn",
    "tried to start a process": "os.fork os.forkpty",
    "tried to start a thread": "_thread.start_new_thread",
    "tried to send a signal": "os.kill os.killpg",
    "called C code through ctypes": "ctypes.dlsym",
    "tried to list the folder": "os.listdir os.scandir",
    "tried to read the file": "open",
    "tried to make the folder": "os.mkdir",
    "tried to delete the file": "os.remove",
    "tried to delete the folder": "os.rmdir",
    "tried to link the file": "os.link os.symlink",
    "tried to rename the file": "os.rename",
    "tried to change the file": "os.truncate os.chmod os.chown os.utime os.setxattr",
}
_WORDS = {event: words for words, events in _SENTENCES.items() for event in events.split()}
_LOOKING = {"open", "os.listdir", "os.scandir"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LONGEST_PATH = 80


def watch(notes: Callable[[str], None]) -> None:
    """Hand over what this process tries from now on: plain ASCII, each once, 20 at most.

    Only what Python itself sees is told, and ordinary imports are left out. It cannot be undone.
    Call `readable_paths` in the warm process before.
    """
    expected, searched = tuple(readable_paths()), frozenset(sys.path)
    told: set[str] = set()
    sys.dont_write_bytecode = True  # else an import would look like an attempt to write

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        words = _WORDS.get(event)
        if words is None or len(told) >= MAX_NOTES:
            return
        if words.endswith((" file", " folder")):
            path = os.fsdecode(arguments[0]) if isinstance(arguments[0], bytes) else arguments[0]
            if not isinstance(path, str):
                return  # an open file, by number, or the current folder
            if event == "open" and arguments[2] & _WRITING:
                words = "tried to write the file"
            elif event in _LOOKING and (path in searched or path.startswith(expected)):
                return
            words = f"{words} {ascii(path)[1:-1][:_LONGEST_PATH]}"
        if words not in told:
            told.add(words)
            notes(words)

    sys.addaudithook(hook)
