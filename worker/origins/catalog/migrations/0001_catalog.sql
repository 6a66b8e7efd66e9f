-- The catalog. The rowid of a title is its rank: 1 is the most popular.
CREATE TABLE title (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  type TEXT NOT NULL,
  year INTEGER,            -- NULL when unknown
  is_adult INTEGER NOT NULL,
  exact TEXT NOT NULL,     -- every folded name of the title, each between line feeds
  record TEXT NOT NULL     -- the title record as JSON, ready to send
);

-- Records in further languages, ready to send. A language that is not here is answered in English.
CREATE TABLE title_language (
  rank INTEGER NOT NULL REFERENCES title (rank),
  lang TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (rank, lang)
) WITHOUT ROWID;

-- The credits object of a title as JSON, ready to send: one row for every title, with eight
-- empty groups where nobody is known.
CREATE TABLE credits (
  id INTEGER PRIMARY KEY,
  record TEXT NOT NULL
);

-- The folded names of a title; the rowid is the title's rank.
CREATE VIRTUAL TABLE title_words USING fts5 (
  names,
  content = '',
  prefix = '2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);
