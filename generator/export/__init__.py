"""Games as files for other programs: pictures, simulators, printers, cutters, a page."""
