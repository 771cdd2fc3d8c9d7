"""The page of agents: who may do what, what they met, what is watched."""
