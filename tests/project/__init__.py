"""The project's own tests; never graded, never released."""
