"""A dream's changes in their document, decided one by one; what waits for a decision."""
