"""What spreadsheets produce: old text encodings, workbooks, rows without an id."""
