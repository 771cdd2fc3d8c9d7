"""The computer around the program: its power, its rest, what starts it. Knows no notebook."""
