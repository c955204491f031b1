"""What spreadsheets bring: old encodings of text, workbooks, rows without an id.

Comes in: the bytes of a file, or rows. Goes out: text, the rows of a sheet, ids; or the problem
that kept the file from being read.
"""
