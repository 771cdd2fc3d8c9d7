"""Questions that wait for a person, and what was answered. No dream starts here."""
