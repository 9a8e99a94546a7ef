"""Programmed actions: what somebody leaves to the server to do for him."""
