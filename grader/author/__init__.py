"""What an author of the assignment runs: check, release, bundle."""
