"""Closes every open file when it is imported."""
import os

os.closerange(0, 64)
