"""A warm process that answers requests at a Unix socket, and the small client that asks it
(docs/design/serve.md)."""
