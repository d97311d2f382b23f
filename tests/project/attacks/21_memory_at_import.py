"""Takes more memory than there is when it is imported."""
kept = bytearray(2**34)
