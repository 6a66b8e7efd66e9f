-- The API keys that `npm run keys` gives out. Loads and updates never touch them. Times are milliseconds since 1970.
CREATE TABLE api_key (
  digest TEXT PRIMARY KEY,     -- SHA-256 of the key, in hex: the key itself is nowhere
  name TEXT NOT NULL,          -- who has it
  requests INTEGER,            -- its limit in a minute; NULL: the default
  created_at INTEGER NOT NULL,
  expires_at INTEGER,          -- NULL: never
  revoked_at INTEGER           -- NULL: it is not
) WITHOUT ROWID;

-- What each key was used for, by day (UTC): the Worker adds to it once a minute, and removes what is older than 90 days.
CREATE TABLE key_usage (
  day TEXT NOT NULL,           -- 2027-01-01
  digest TEXT NOT NULL,        -- as in `api_key`, or of a key in CLIENT_KEYS
  requests INTEGER NOT NULL,
  hits INTEGER NOT NULL,       -- responses from a cache, stale ones included
  loads INTEGER NOT NULL,      -- responses for which the source was asked
  refusals INTEGER NOT NULL,   -- 401 (expired, revoked) and 429
  PRIMARY KEY (day, digest)
) WITHOUT ROWID;
