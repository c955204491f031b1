"""The pages of a print that are not pieces, and the files of a whole print."""
