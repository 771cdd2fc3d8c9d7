"""What each system reads to start a program: texts, made from what is to be started."""
