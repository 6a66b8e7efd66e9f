-- The catalog. A load (`tools/catalog/`) fills new tables beside these, named `next_` in place of `catalog_`, and swaps
-- them in with one transaction.

-- Empty until the first load, then one row.
CREATE TABLE catalog (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version TEXT NOT NULL,      -- identifies the load: responses stored from another load are not used
  titles INTEGER NOT NULL,
  source TEXT NOT NULL,
  loaded_at TEXT NOT NULL     -- ISO 8601
);

-- The rowid of a title is its rank: 1 is the most popular. Searches read titles in this order.
CREATE TABLE catalog_title (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  year INTEGER NOT NULL,      -- 0 when unknown
  type TEXT NOT NULL,
  is_adult INTEGER NOT NULL,
  forms TEXT NOT NULL,        -- folded titles as the ranking compares them: `stored/names.ts`
  record TEXT NOT NULL        -- the title record as JSON, ready to send
);

-- Records in other languages, ready to send. A language without a row gets the English record.
CREATE TABLE catalog_translation (
  rank INTEGER NOT NULL,
  lang TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (rank, lang)
) WITHOUT ROWID;

-- The credits object as JSON, ready to send: no row for a title without credits.
CREATE TABLE catalog_credits (
  id INTEGER PRIMARY KEY,
  record TEXT NOT NULL
);

-- Folded titles without spaces. claim: 0 display title, 1 other title, 2 part of a title.
CREATE TABLE catalog_key (
  key TEXT NOT NULL,
  claim INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (key, claim, rank)
) WITHOUT ROWID;

-- The folded words of each title, and marks for its years, kind and initials. The loader folds the text, so the tokenizer
-- only splits it at spaces.
CREATE VIRTUAL TABLE catalog_index USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3 4 5 6',
  tokenize = 'ascii'
);

-- The vocabulary, and the best-known words that each shortened word may stand for: `stored/near.ts`.
CREATE TABLE catalog_word (
  word TEXT PRIMARY KEY,
  titles INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE catalog_near (
  shortening INTEGER PRIMARY KEY,
  words TEXT NOT NULL         -- `matrix,matrices`
);
