-- Which catalog is live, and what is known of both: a small database beside them that is never imported into, so that it
-- can always be read.

-- What each slot holds, if it is whole.
CREATE TABLE generation (
  slot TEXT PRIMARY KEY CHECK (slot IN ('A', 'B')),
  number INTEGER NOT NULL UNIQUE, -- counts loads
  version TEXT NOT NULL,          -- as in the slot's own row of `catalog`
  titles INTEGER NOT NULL,
  people INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  source TEXT NOT NULL,
  loaded_at TEXT NOT NULL,        -- ISO 8601
  updated_at TEXT                 -- NULL before the first update
) WITHOUT ROWID;

-- A switch is one write to this row. Without it, CATALOG_A is read alone.
CREATE TABLE live (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  slot TEXT NOT NULL CHECK (slot IN ('A', 'B')),
  switched_at INTEGER NOT NULL    -- milliseconds since 1970, like every `at`
);

-- The titles and people that differ between two versions; of one version, those that an update changed.
CREATE TABLE difference (
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  at INTEGER NOT NULL,
  ids INTEGER NOT NULL,
  filter TEXT,                    -- a Bloom filter of their tags in base64 (`bloom.ts`); NULL: too many differ
  PRIMARY KEY (one, other, at)
) WITHOUT ROWID;

-- Purged tags and their times, as in the catalog's migration 0003. The tag `*` stands for everything.
CREATE TABLE purge (
  tag TEXT PRIMARY KEY,
  purged_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX purge_by_time ON purge (purged_at);

-- What changed, in order: for `/v1/changes`. AUTOINCREMENT: a pruned number is never given again.
CREATE TABLE change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('title', 'person', 'everything')),
  id INTEGER,
  op TEXT CHECK (op IN ('put', 'remove', 'merge')),
  into_id INTEGER,
  at INTEGER NOT NULL
);
