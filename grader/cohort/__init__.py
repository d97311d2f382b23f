"""A whole class: found, graded, kept, compared, told."""
