-- The loads there ever were, by the versions of their catalogs: a number stays taken when its catalog is gone.
CREATE TABLE IF NOT EXISTS load (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  version TEXT NOT NULL UNIQUE
);
INSERT OR IGNORE INTO load (number, version) SELECT number, version FROM generation;
