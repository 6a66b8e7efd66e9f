-- People: everyone with a credit. The rowid is the person's rank, 1 the best known: `people.ts`.
CREATE TABLE catalog_person (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  profile_path TEXT NOT NULL,  -- '' when there is none
  other_names TEXT NOT NULL,   -- one a line
  titles TEXT NOT NULL,        -- ranks of the titles, separated by commas, the best known first
  credits TEXT NOT NULL        -- a line for each of them: `filmography.ts`
);

-- What answers hold of the titles of a person with many of them, so that they are not read one by one: `cards.ts`.
CREATE TABLE catalog_person_cards (
  rank INTEGER NOT NULL,       -- of the person
  lang TEXT NOT NULL,          -- 'en': all that is shown of them; else their titles in that language
  cards TEXT NOT NULL,         -- JSON
  PRIMARY KEY (rank, lang)
) WITHOUT ROWID;

-- The folded words of each person's names, and the beginnings of those of well-known people.
CREATE VIRTUAL TABLE catalog_person_index USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = 'ascii'
);

-- As catalog_word and catalog_near, for names.
CREATE TABLE catalog_person_word (
  word TEXT PRIMARY KEY,
  titles INTEGER NOT NULL      -- number of people
) WITHOUT ROWID;
CREATE TABLE catalog_person_near (
  shortening INTEGER PRIMARY KEY,
  words TEXT NOT NULL
);

-- Ids of other sources. The row ('imdb', 'number', '', 0) says that ids of titles and people are IMDb's own numbers.
CREATE TABLE catalog_external (
  source TEXT NOT NULL,        -- imdb, tmdb-movie, tmdb-tv, wikidata
  external TEXT NOT NULL,
  kind TEXT NOT NULL,          -- title or person
  id INTEGER NOT NULL,
  PRIMARY KEY (source, external)
) WITHOUT ROWID;
