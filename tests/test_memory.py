"""Answers that are kept."""

from dieciocho.engine.memory import Memory


def test_answers_are_kept_until_there_are_too_many() -> None:
    squares: Memory[int, int] = Memory(3)
    for number in range(3):
        assert squares.keep(number, number**2) == number**2
    assert squares == {0: 0, 1: 1, 2: 4}
    squares.keep(3, 9)
    assert squares == {3: 9}
