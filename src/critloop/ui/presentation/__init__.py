"""Pure functions from state to text."""
