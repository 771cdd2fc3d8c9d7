"""What leaves the notebook for other programs, and for paper. Changes no notebook."""
