"""What the page of search is made of: its field, its answers, the document beside them."""
