"""The one table of operations from which every door is made. Knows Memory, no argument parser."""

from desktop_app.faces.operations import (
    agents,
    dreams,
    forgetting,
    hindsight,
    imports,
    inbox,
    ledger,
    manual,
    models,
    notes,
    pins,
    schedule,
    talk,
    trajectories,
    upkeep,
    versions,
    watch,
)
from desktop_app.faces.operations.table import Operation

OPERATIONS: tuple[Operation, ...] = (
    *notes.ROWS,
    *pins.ROWS,
    *upkeep.ROWS,
    *versions.ROWS,
    *forgetting.ROWS,
    *talk.ROWS,
    *imports.ROWS,
    *watch.ROWS,
    *hindsight.ROWS,
    *trajectories.ROWS,
    *dreams.ROWS,
    *inbox.ROWS,
    *ledger.ROWS,
    *schedule.ROWS,
    *models.ROWS,
    *agents.ROWS,
    *manual.ROWS,
)
