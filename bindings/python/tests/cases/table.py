"""All cases in one table."""

from __future__ import annotations

from .actions import ACTIONS
from .changes import CHANGES
from .finders import FINDERS
from .model import Case
from .places import PLACES
from .refusals import REFUSALS
from .untouched import UNTOUCHED

CASES: tuple[Case, ...] = (*ACTIONS, *FINDERS, *CHANGES, *PLACES, *REFUSALS, *UNTOUCHED)
