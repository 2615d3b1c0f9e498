"""What can be known of a text without a model, one module a family."""
