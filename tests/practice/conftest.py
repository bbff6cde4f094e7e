"""Some pages here show tables in play."""

from tests.live.clocks import live_tables, still, swift

__all__ = ["live_tables", "still", "swift"]
