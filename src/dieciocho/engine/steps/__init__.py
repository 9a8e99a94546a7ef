"""The common steps and moves of which games are composed."""
