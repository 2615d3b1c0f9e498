"""Chains of loops: their files, and what drives them."""
