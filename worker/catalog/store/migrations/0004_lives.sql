-- The dates and places of people's lives, as far as sources know them: `Life` in `contract/facts.ts`.
CREATE TABLE catalog_life (
  id INTEGER PRIMARY KEY,     -- of a person
  facts TEXT NOT NULL         -- JSON
);
