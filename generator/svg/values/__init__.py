"""What attributes say: numbers, lengths, colours, transforms, outlines and windows."""
