"""What can be known of a diff without a model."""
