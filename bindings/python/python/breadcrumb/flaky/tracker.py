"""What became of tests, run by run."""

from .._native import FingerprintStore, TestTracker

__all__ = ["TestTracker", "migrate_schema"]


def migrate_schema(store: FingerprintStore) -> None:
    """Bring a database to the newest schema; opening one does that already."""
    store.stats()
