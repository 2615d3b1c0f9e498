"""What stands around the content of a screen: header, tab row, panes of the roles, key bar."""
