"""What the text of an implementation plan says: its chunks, its tasks, and what binds them all. Pure."""
