"""What the built-in critic and the built-in maker do in each loop."""
