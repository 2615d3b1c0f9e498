"""The tabs of the run screen, one a module."""
