"""Writes sheets and pages into one PDF with its manifest, and reads both back."""

import sys
from types import ModuleType

# reportlab runs a file of the user's home folder where this module is missing: it could change the
# bytes of a print, and a home that is not a folder would end it.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
