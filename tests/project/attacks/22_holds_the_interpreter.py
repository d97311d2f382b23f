"""Never comes back from C code that no Python signal interrupts."""


def row_focus(A):
    return 7 ** (10**9)
