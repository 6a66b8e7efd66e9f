-- Which catalog is live, what both hold, and what changed: a small database beside them that is never imported into, so that
-- it can always be read. All times are D1's own, in milliseconds since 1970 where nothing else is said.

-- What each slot holds, if it is whole.
CREATE TABLE generation (
  slot TEXT PRIMARY KEY CHECK (slot IN ('A', 'B')),
  number INTEGER NOT NULL UNIQUE, -- counts loads
  version TEXT,                   -- as in the slot's own row of `catalog`; NULL: emptied
  titles INTEGER NOT NULL,
  people INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  source TEXT NOT NULL,
  loaded_at TEXT NOT NULL,        -- ISO 8601
  updated_at TEXT,                -- NULL before the first update
  writes INTEGER NOT NULL DEFAULT 0, -- of updates, as counted in `catalog`: a replica that has had fewer lags behind
  was_live INTEGER NOT NULL DEFAULT 0 -- 1 from the first switch to it: a rollback makes nothing else live
) WITHOUT ROWID;

-- A switch is one write to this row. Without it, CATALOG_A is read alone.
CREATE TABLE live (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  slot TEXT NOT NULL CHECK (slot IN ('A', 'B')),
  switched_at INTEGER NOT NULL
);

-- What changed, in order: stored responses are compared with it, and `/v1/changes` reads it. A row has all changes of a purge
-- or of a batch of an update. It only grows, apart from what is older than 30 days. AUTOINCREMENT: a pruned number is never
-- given again.
CREATE TABLE change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- JSON: a list of [tag, op] or [tag, "merge", id of the title that replaces this one]. The tags are `title-603`, `person-5`, a tag
  -- of responses (`worker/resources/keys.ts`), or `*`: everything. Ops are in `worker/changes/change-log.ts`.
  changes TEXT NOT NULL,
  is_public INTEGER NOT NULL -- 1: callers of `/v1/changes` are told
);

-- What readers ask for every few seconds, in one row: it follows from the tables above, and is written with them.
CREATE TABLE head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  slot TEXT,               -- as in `live`; NULL: there is no row
  switched_at INTEGER,
  version TEXT,            -- of the live generation, as are `writes`
  writes INTEGER NOT NULL,
  other_version TEXT,      -- of the generation in the other slot
  last INTEGER NOT NULL    -- the number of the last change
);

-- Whether an update has changed titles since lists were last recorded as changed: an interrupted one leaves 1.
CREATE TABLE unfinished (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  is_unfinished INTEGER NOT NULL
);
INSERT INTO unfinished VALUES (1, 0);

-- Entries up to this number are purged in the CDN cache. An interrupted update leaves the number where it was, so the next
-- purge includes its changes.
CREATE TABLE front (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  purged INTEGER NOT NULL
);

-- There is always an entry. The first one has a random time, long past, which no other database has.
INSERT INTO change (at, changes, is_public) SELECT abs(random() % 1000000000000), '[["*", "switch"]]', 1;
INSERT INTO head SELECT 1, NULL, NULL, NULL, 0, NULL, max(number) FROM change;
INSERT INTO front SELECT 1, max(number) FROM change;
