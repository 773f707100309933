"""Pages that answer late, never, or with something else: tests end as in plain Playwright."""
