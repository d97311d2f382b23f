"""What students handed in: whose it is, and as of when."""
