-- Purged tags and their times. Every data centre reads them, so that none serves a response stored before its purge.
-- Loads leave this table alone. The tag `*` stands for everything.
CREATE TABLE purge (
  tag TEXT PRIMARY KEY,
  purged_at INTEGER NOT NULL   -- milliseconds since 1970
) WITHOUT ROWID;
CREATE INDEX purge_by_time ON purge (purged_at);
