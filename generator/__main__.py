"""``python -m generator`` is ``ecotable``."""

from .cli import main

main()
