"""Files in which agents keep their own conversations. They are read, never written."""
