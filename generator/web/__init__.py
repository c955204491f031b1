"""The server of ``ecotable serve``: prints on demand, pictures, rules, and the workbench."""
