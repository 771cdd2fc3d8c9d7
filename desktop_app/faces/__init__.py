"""What agents, scripts and terminals use: the command line, and the doors REST and MCP.

A face asks Memory and decides nothing by itself. No Qt.
"""
