"""News of a table as server-sent events."""
