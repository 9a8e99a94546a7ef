"""What a table shows, as plain values in the reader's language: cards, sheets, names, settings.

The pages of the games are built of this, each in its game's folder, and whoever shows them renders
it: the web application, in HTML. Nothing here knows how.
"""
