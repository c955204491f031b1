"""What the page needs of the generator: pictures, PDFs on demand, the rules, and the preview.

roads (all of it behind one server) over printing, pictures, leaflet and the preview's own roads.
"""
