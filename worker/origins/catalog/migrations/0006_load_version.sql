-- Which load filled the tables of 0004 and 0005: `catalog.version` is another where an earlier version of the loader, which
-- does not know them, loaded the titles.
CREATE TABLE catalog_load_version (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version TEXT NOT NULL
);
