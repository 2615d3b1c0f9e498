"""A run's private clone: snapshots, commits, diffs, and bringing a result back."""
