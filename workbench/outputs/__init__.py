"""Write reports for people (text) and for programs (JSON, GitHub annotations, SARIF, JUnit)."""
