"""Pages in two versions, and what Breadcrumb must make of each."""
