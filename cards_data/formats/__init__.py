"""What spreadsheets bring: old encodings of text, workbooks, rows without an id."""
