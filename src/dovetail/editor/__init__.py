"""Dovetail in an editor: a language server. What an editor shows is made here, and what it asks for is done
by the commands, in processes of their own."""
