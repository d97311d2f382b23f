"""Graded tests that students have."""
