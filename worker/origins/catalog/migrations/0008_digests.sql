-- Digests of all that readers can see of each title and person, to compare two generations: `tools/catalog/load/digest.ts`.
-- The Worker does not read them.
CREATE TABLE catalog_digest (
  chunk INTEGER PRIMARY KEY,  -- of ids that follow each other; even: titles, odd: people
  digests TEXT NOT NULL
);
