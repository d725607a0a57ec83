"""DASH: proofs from tests (Beckman, Nori, Rajamani, Simmons, 2008)."""
