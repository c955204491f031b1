"""Place pieces on sheets, with their cuts and the marks around them."""
