"""The class on one page."""
