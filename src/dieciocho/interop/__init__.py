"""Reading and writing the recorded games of 18xx.games, and comparing with golden traces."""
