"""Rules about the request as a whole: its schema, its tools and its settings."""
