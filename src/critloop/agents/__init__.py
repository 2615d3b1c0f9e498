"""The adapters that do turns."""
