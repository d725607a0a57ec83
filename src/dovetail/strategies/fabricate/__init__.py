"""Execute, abstract, check adequacy, fabricate: proofs that are mostly paid for by running code.

The strategy is in `refining`.
"""
