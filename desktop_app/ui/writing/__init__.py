"""The editor and the document that saves itself."""
