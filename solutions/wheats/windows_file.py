"""A file as a Windows editor saves it: byte order mark, CRLF, names in other alphabets."""

import numpy as np

# Kommentar mit Umlauten: Größe, Übung, Schlüssel
π_unbenutzt = 3.14159


def softmax(x, axis=-1):
    größte = np.max(x, axis=axis, keepdims=True)
    éxp = np.exp(x - größte)
    return éxp / éxp.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    запросы, キー, αξίες = X @ Wq, X @ Wk, X @ Wv
    gewichte = softmax(запросы @ キー.swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    return gewichte @ αξίες, gewichte


def top_sources(A):
	return A.argmax(axis=1), A.max(axis=1)


def row_focus(A):
    schärfe = A.max(axis=1)
    return schärfe, schärfe.argmax(), schärfe.argmin()


def nudge_positions(X, step=0.3):
    Δ = step * np.arange(X.shape[1])[:, None]
    return X + Δ
