"""The distribution of points as a picture; its widths are in per cent, so text keeps its size."""

from __future__ import annotations

from collections import Counter

TOP, FLOOR, HEIGHT = 22, 172, 194
_WIDTHS = (1, 2, 5, 10, 20, 50)


def bins(totals: list[int], most: int) -> list[tuple[int, int, int]]:
    """Return (lowest, highest, students) of each bar; all points have a bar of their own."""
    width = next((one for one in _WIDTHS if most <= 10 * one), -(-most // 10))
    counts = Counter(-1 if points >= most else points // width for points in totals)
    starts = range(0, most, width)
    return [
        *((low, min(low + width, most) - 1, counts[place]) for place, low in enumerate(starts)),
        (most, most, counts[-1]),
    ]


def histogram(bars: list[tuple[int, int, int]]) -> str:
    """Draw the bars. The table that holds the same numbers stands beside it on the page."""
    room = 100 / len(bars)
    tallest = max(count for _, _, count in bars) or 1
    parts = [f'<svg class="chart" height="{HEIGHT}" role="img" aria-labelledby="points-said">']
    for place, (low, _, count) in enumerate(bars):
        left, height = place * room, (FLOOR - TOP) * count / tallest
        middle = f'x="{left + room / 2:.2f}%" text-anchor="middle"'
        full = ' class="full"' if place == len(bars) - 1 else ""
        parts.append(
            f'<rect{full} x="{left + room * 0.06:.2f}%" width="{room * 0.88:.2f}%" '
            f'y="{FLOOR - height:.1f}" height="{height:.1f}"/>'
        )
        if count:
            parts.append(
                f'<text class="count" {middle} y="{FLOOR - height - 6:.1f}">{count}</text>'
            )
        parts.append(f'<text {middle} y="{FLOOR + 18}">{low}</text>')
    return "".join([*parts, f'<line x1="0" x2="100%" y1="{FLOOR}" y2="{FLOOR}"/></svg>'])


def bar(share: float) -> str:
    """A bar that says nothing by itself: the number stands beside it."""
    return (
        '<svg class="bar" aria-hidden="true"><rect class="all" width="100%" height="100%"/>'
        f'<rect width="{100 * share:.1f}%" height="100%"/></svg>'
    )
