"""What a print would take, before anything is made."""
