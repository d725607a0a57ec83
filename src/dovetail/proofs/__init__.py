"""What a proof's word depends on, and nothing else: certificates, and whether they prove anything.

The trusted room. It imports only `program`, `semantics` and `solver` (tests/test_layers.py holds that). How a
program is read is handed in, and where files are is not known here: see `evidence.certificate_file`.
"""
