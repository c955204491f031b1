"""FaceLayout files: a face declared as boxes in rows and columns.

Comes in: a layout file as a YAML document, and the names that it may use. Goes out: frozen boxes,
every slip as a finding with its line, and the arithmetic that gives each box its place. Nothing is
drawn here.
"""
