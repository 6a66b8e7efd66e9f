-- People: everyone with a credit. The rowid is the person's rank, 1 the best known: `people.ts`.
CREATE TABLE catalog_person (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  profile_path TEXT NOT NULL,  -- '' when there is none
  other_names TEXT NOT NULL,   -- one per line
  titles TEXT NOT NULL,        -- ranks of the titles, separated by commas, the best known first
  credits TEXT NOT NULL        -- one line per title: `filmography.ts`
);

-- Title cards of people with many titles, so that the titles are not read one by one: `filmography.ts`.
CREATE TABLE catalog_person_cards (
  rank INTEGER NOT NULL,       -- of the person
  lang TEXT NOT NULL,          -- 'en': whole cards, any other language: the titles in it
  cards TEXT NOT NULL,         -- JSON
  PRIMARY KEY (rank, lang)
) WITHOUT ROWID;

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

-- Ids in other sources. The row ('imdb', 'number', '', 0) marks a catalog whose ids are IMDb's own numbers.
CREATE TABLE catalog_external (
  source TEXT NOT NULL,        -- imdb, tmdb-movie, tmdb-tv, wikidata
  external TEXT NOT NULL,
  kind TEXT NOT NULL,          -- title or person
  id INTEGER NOT NULL,
  PRIMARY KEY (source, external)
) WITHOUT ROWID;
