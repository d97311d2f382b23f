"""Right, and tries to leave files, folders, links, pipes and databases everywhere."""
import os
import shutil
import sqlite3
import tempfile

MARK = "left-by-an-attack"
PLACES = ["", "/tmp/", "/dev/shm/", "/var/tmp/", "@CHECKOUT@/", "@ASSIGNMENT@/", "@HOME@/", "/proc/self/fd/"]
for place in PLACES:
    for attempt in (
        lambda p: open(p, "w"),
        lambda p: open(p, "x"),
        lambda p: os.open(p, os.O_RDWR | os.O_CREAT),
        lambda p: os.open(os.path.dirname(p) or ".", os.O_TMPFILE | os.O_WRONLY),
        os.mkdir,
        os.mkfifo,
        lambda p: os.symlink("/etc/passwd", p),
        lambda p: os.mknod(p),
        lambda p: sqlite3.connect(p).execute("create table t (x)"),
        lambda p: tempfile.mkdtemp(prefix=MARK, dir=os.path.dirname(p)),
        lambda p: np.save(p, np.ones(3)),
        lambda p: shutil.copy("/etc/passwd", p),
        lambda p: os.memfd_create(MARK),
    ):
        try:
            attempt(place + MARK)
        except Exception:
            pass
        else:
            print("MADE", place)
