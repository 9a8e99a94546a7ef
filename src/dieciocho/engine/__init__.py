"""The engine: a library without I/O, clock or hidden randomness."""
