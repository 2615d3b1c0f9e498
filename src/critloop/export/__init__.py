"""What a run looks like outside critloop: the published JSON objects, and plain Markdown and JSON files."""
