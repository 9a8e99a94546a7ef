"""The page of a table: board, panel, history, results."""
