"""Pictures as artists' programs save them.

Comes in: the SVG of Inkscape, Illustrator, Figma, Affinity or an icon collection. Goes out: the
same in the grammar of the reader, or a bitmap of what a flat drawing cannot say.
"""
