"""Export games for other programs: pictures, simulators, print shops, cutters, a web page."""
