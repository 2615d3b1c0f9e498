"""What a critic should read, gathered by code and without a model."""
