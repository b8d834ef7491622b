"""Faces: what a model or a person sees. They show outcomes and decide nothing."""
