"""Right, and tries to listen, connect, resolve and send, in every family."""
import asyncio
import os
import socket
import urllib.request


def _bound(family, address):
    with socket.socket(family) as made:
        made.bind(address)
        made.listen()


for attempt in (
    lambda: _bound(socket.AF_INET, ("127.0.0.1", 49817)),
    lambda: _bound(socket.AF_INET6, ("::1", 49817)),
    lambda: _bound(socket.AF_UNIX, "/tmp/left-by-an-attack"),
    lambda: _bound(socket.AF_UNIX, "\0left-by-an-attack"),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9)),
    lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262),
    lambda: socket.socketpair(),
    lambda: socket.getaddrinfo("localhost", 80),
    lambda: urllib.request.urlopen("http://127.0.0.1:9/", timeout=0.2),
    lambda: asyncio.new_event_loop(),
    lambda: os.pipe(),
    lambda: os.eventfd(0),
):
    try:
        attempt()
    except Exception:
        pass
    else:
        print("MADE a connection")
