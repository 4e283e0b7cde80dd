"""What a check found, for people (text) and for programs (JSON, GitHub annotations, SARIF, JUnit)."""
