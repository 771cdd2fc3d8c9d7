"""What stands around every page: rail, palette, keys, status bar, and the window's life."""
