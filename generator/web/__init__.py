"""What the page needs of the generator.

Comes in: requests of the page. Goes out: pictures, PDFs on demand, the rules, and the preview, all
of it as routes of one server.
"""
