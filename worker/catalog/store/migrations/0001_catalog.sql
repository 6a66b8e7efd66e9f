-- The catalog. A load (`tools/catalog/`) fills new tables beside these, named `next_` in place of `catalog_`, and swaps
-- them in with one transaction; an update (`tools/catalog/update/`) replaces the rows of single titles.

-- Empty until the first load, then one row.
CREATE TABLE catalog (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version TEXT NOT NULL,      -- identifies the load: responses stored from another load are not used
  titles INTEGER NOT NULL,
  source TEXT NOT NULL,
  loaded_at TEXT NOT NULL,    -- ISO 8601
  gap INTEGER NOT NULL,       -- the distance between ranks: `store/ranks.ts`
  tokens INTEGER NOT NULL,    -- TOKENS_VERSION of `store/names.ts`
  changes INTEGER NOT NULL DEFAULT 0  -- counts the writes of updates: one that read before another's write starts again
);

-- The rowid of a title is its rank: 1 is the most popular. Searches read titles in this order.
CREATE TABLE catalog_title (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  year INTEGER NOT NULL,      -- 0 when unknown
  type TEXT NOT NULL,
  is_adult INTEGER NOT NULL,
  forms TEXT NOT NULL,        -- folded titles as the ranking compares them: `store/names.ts`
  popularity REAL NOT NULL,   -- the order of the ranks
  hash INTEGER NOT NULL,      -- of all that the source says of it: `update --from` compares it. 0: changed since
  sources TEXT NOT NULL,      -- names beside the record, as JSON: an update makes the tokens again from them
  record TEXT NOT NULL        -- the title record as JSON, ready to send
);

-- The fields that a search reads for every candidate, without the record: one database page has room for many of these
-- rows, but only for a few records.
CREATE TABLE catalog_candidate (
  rank INTEGER PRIMARY KEY,
  year INTEGER NOT NULL,
  type TEXT NOT NULL,
  is_adult INTEGER NOT NULL,
  forms TEXT NOT NULL
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

-- The vocabulary, and the best-known words that each shortened word may stand for: `store/near.ts`.
CREATE TABLE catalog_word (
  word TEXT PRIMARY KEY,
  titles INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE catalog_near (
  shortening INTEGER PRIMARY KEY,
  words TEXT NOT NULL         -- `matrix,matrices`
);

-- Facts to browse by, for each title that is not for adults: `store/browse-facts.ts`. The rowid is the title's rank.
CREATE VIRTUAL TABLE catalog_browse USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = "ascii tokenchars '-'"
);

-- Number of titles for each value of a fact; under `place`, ranks at which long lists go on, in `titles`, and the number of titles
-- up to each, in `movies`.
CREATE TABLE catalog_facet (
  facet TEXT NOT NULL,
  value TEXT NOT NULL,        -- as in URLs, '' for an unknown year
  name TEXT NOT NULL,
  movies INTEGER NOT NULL,
  series INTEGER NOT NULL,
  titles INTEGER NOT NULL,    -- of all kinds
  PRIMARY KEY (facet, value)
) WITHOUT ROWID;

-- People: everyone with a credit. The rowid is the person's rank, 1 the best known: `people.ts`.
CREATE TABLE catalog_person (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL,         -- by which catalog_person_id finds the rank
  name TEXT NOT NULL,
  profile_path TEXT NOT NULL,  -- '' when there is none
  other_names TEXT NOT NULL,   -- one per line
  titles TEXT NOT NULL,        -- ranks of the titles, separated by commas, the best known first
  credits TEXT NOT NULL,       -- one line per title: `store/filmography.ts`
  fame REAL NOT NULL           -- the order of the ranks; 0: not in the index
);

-- The ranks of people by their ids, those of 512 ids in a row: `store/person-ids.ts`.
CREATE TABLE catalog_person_id (
  bucket INTEGER PRIMARY KEY,  -- the id / 512
  ranks TEXT NOT NULL          -- `,2049:16,2386:3200,`
);

-- The folded words of each person's names, and for well-known people the prefixes of those words.
CREATE VIRTUAL TABLE catalog_person_index USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = 'ascii'
);

-- Like catalog_word and catalog_near, but for names.
CREATE TABLE catalog_person_word (
  word TEXT PRIMARY KEY,
  titles INTEGER NOT NULL      -- number of people
) WITHOUT ROWID;
CREATE TABLE catalog_person_near (
  shortening INTEGER PRIMARY KEY,
  words TEXT NOT NULL
);

-- Ids in other sources. The row ('imdb', 'number', '', 0) marks a catalog whose ids are IMDb's own numbers, and
-- ('tmdb-person', 'number', '', 0) one whose people have TMDB's.
CREATE TABLE catalog_external (
  source TEXT NOT NULL,        -- imdb, tmdb-movie, tmdb-tv, tmdb-person, wikidata
  external TEXT NOT NULL,
  kind TEXT NOT NULL,          -- title or person
  id INTEGER NOT NULL,
  PRIMARY KEY (source, external)
) WITHOUT ROWID;
-- The ids of a title or person in other sources.
CREATE INDEX catalog_external_id ON catalog_external (kind, id);

-- Titles that were merged into others.
CREATE TABLE catalog_merged (
  id INTEGER PRIMARY KEY,
  into_id INTEGER NOT NULL
);

