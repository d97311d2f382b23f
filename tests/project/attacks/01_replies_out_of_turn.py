"""Finds the worker's own loop and sends well-formed replies with the wrong number."""
import sys

frame = sys._getframe()
while frame.f_code.co_name != "serve":
    frame = frame.f_back
worker = frame.f_globals
send = worker["send"]
calling = []


def softmax(x, axis=-1):
    calling.append(1)
    return x


def lie(replies, number, message):
    send(replies, number + len(calling), message)


worker["send"] = lie
