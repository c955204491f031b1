"""Draw faces for paper as compressed pixels or form XObjects: each once, on all cores."""
