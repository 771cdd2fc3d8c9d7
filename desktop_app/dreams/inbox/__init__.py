"""Questions that wait for a person, and what an answer does. No dream starts here."""
