"""What a conversation holds that is worth a line in a day. No import and no live session."""
