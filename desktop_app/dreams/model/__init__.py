"""The dream of a model of this computer: what it is asked, how long it may take, what it answered.

The dream without a model is not known here.
"""
