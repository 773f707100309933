"""Breadcrumb in test runners."""
