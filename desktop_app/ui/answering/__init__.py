"""Cards that are answered by one key, and the page that shows them. Knows no questions."""
