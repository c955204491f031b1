"""Write sheets and pages into one PDF with its manifest, and read both back."""

import sys
from types import ModuleType

# If this module is missing, reportlab runs a file in the user's home folder. It could change the
# bytes of a print, and a home that is not a folder would crash it.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
