"""The page of dreams: the list, the diary, and a dream while it runs."""
