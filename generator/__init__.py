"""Print games: turn checked data into PDF sheets, pages and files for other programs."""
