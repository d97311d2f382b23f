"""The graded suites and what they share."""
