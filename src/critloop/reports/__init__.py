"""Reply text to Report, or Malformed with the reason; and writers of the same formats."""
