"""The window. Qt lives here and nowhere else; what a page shows, it asks Memory for."""
