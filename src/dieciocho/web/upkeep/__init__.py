"""For those who run a server: copies of everything, checks by replay, figures, cleaning up."""
