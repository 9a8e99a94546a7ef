"""What computer players must know of 18Mallorca: whoever starts no company early falls behind."""

from dieciocho.bots.sensible.advice import Advice

ADVICE = Advice(own_first=True)
