# A database that pytest-breadcrumb 0.1.0a2 has written.
mv v2.db .breadcrumb.db
