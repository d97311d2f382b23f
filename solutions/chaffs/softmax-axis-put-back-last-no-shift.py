"""Powers turned on their side meet the totals of the rows.

Loses: softmax
Hears: softmax-axis-put-back-last
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return (e.T / e.sum(axis=axis)).T
