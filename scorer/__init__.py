"""The scorer: a table state comes in, explained points go out. Prints nothing on its own."""

import os

# Looking for plugins opens every installed distribution; that is time before the first score.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
