"""Write reports on statistics, changes and playtests to the terminal, JSON or HTML."""
