"""The page of a table: board, action panel, holdings, history, result."""
