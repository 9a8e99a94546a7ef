"""What can be done with tables. Views, the API, workers and tests all go through here.

`asking` says who asks and how they are refused, `reading` finds tables and their games,
`gathering` seats people until the game starts, `playing` is what they do then, `copying` makes
tables of games that exist, `moderating` is for those who keep order, `keeping` is what all changes
have in common.
"""
