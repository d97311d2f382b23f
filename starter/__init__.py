"""The student's package: `attention` is edited, the rest is given."""
