"""Graded tests that only graders have."""
