"""What is kept in SQL (an SQLite file, or Postgres by URL): caches now; jobs, holds, questions later."""
