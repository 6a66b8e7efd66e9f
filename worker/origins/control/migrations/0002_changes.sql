-- `/v1/changes` names an entry in each cursor, and reads the latest one before a moment.

CREATE INDEX change_by_time ON change (at);

-- There is always an entry. The first one has a random time, long past, which no other database has.
INSERT INTO change (kind, at) SELECT 'everything', abs(random() % 1000000000000) WHERE NOT EXISTS (SELECT 1 FROM change);
