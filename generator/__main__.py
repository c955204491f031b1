"""Run ``ecotable`` as ``python -m generator``."""

from .cli import main

main()
