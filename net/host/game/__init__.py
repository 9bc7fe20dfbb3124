"""The games of a table: the match in progress, its log, its clock, its bots and the series of games."""
