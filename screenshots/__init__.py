"""Pictures of the dashboard, and the program that takes them."""
