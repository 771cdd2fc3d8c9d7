"""What Linux gets."""

from package import Target

TARGETS: list[Target] = []
