"""The doors for agents: REST and MCP, made from the table of operations. Imported when one opens.

`policy.py` says who may do what, for every door; `server.py` is what it asks of HTTP.
"""
