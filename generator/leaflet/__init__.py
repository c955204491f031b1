"""The rules leaflet: a game's structured text into printed pages and into a web page."""
