-- What was purged, and when: every data centre reads it, so that none serves what it stored before.
-- No load touches it. The tag `*` stands for everything.
CREATE TABLE purge (
  tag TEXT PRIMARY KEY,
  purged_at INTEGER NOT NULL   -- milliseconds since 1970
) WITHOUT ROWID;
CREATE INDEX purge_by_time ON purge (purged_at);
