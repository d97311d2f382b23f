"""Views of a scorecard: one Scorecard in, text out."""
