"""Review loops between a maker and a critic, supervised by one person."""

__version__ = "0.1.0"
