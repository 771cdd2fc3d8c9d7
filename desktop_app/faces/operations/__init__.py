"""The one table of operations from which every door is made. Knows Memory, no argument parser."""

from desktop_app.faces.operations import (
    agents,
    dreams,
    hindsight,
    imports,
    manual,
    models,
    notes,
    talk,
    trajectories,
    upkeep,
    versions,
    watch,
)
from desktop_app.faces.operations.table import Operation

OPERATIONS: tuple[Operation, ...] = (
    *notes.ROWS,
    *upkeep.ROWS,
    *versions.ROWS,
    *talk.ROWS,
    *imports.ROWS,
    *watch.ROWS,
    *hindsight.ROWS,
    *trajectories.ROWS,
    *dreams.ROWS,
    *models.ROWS,
    *agents.ROWS,
    *manual.ROWS,
)
