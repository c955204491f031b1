"""Build the web app as static files for any web host."""
