"""Notices of turns: who wants to be told, and the post that tells them."""
