"""A run as Markdown or JSON."""
