"""What the page needs of the generator.

Comes in: questions of the page. Goes out: pictures, PDFs on demand, the rules, and the preview,
all of it behind one server (roads).
"""
