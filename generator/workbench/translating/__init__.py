"""The page *Translate* of the workbench: texts on their cards, saved one by one."""
