"""The commands. Declaring them imports nothing heavy; each imports what it does when it is called."""
