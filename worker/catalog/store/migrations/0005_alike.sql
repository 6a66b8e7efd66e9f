-- "More like this", which a load computes: `store/alike.ts`. A title without credits has the record ''.
ALTER TABLE catalog_credits ADD COLUMN leads TEXT NOT NULL DEFAULT '';   -- `d525 w556 a6193`
ALTER TABLE catalog_credits ADD COLUMN similar TEXT NOT NULL DEFAULT ''; -- `155aBA 49026a:1`
