-- By which version of the cutting (CUTTING in src/kernel/tokens.ts) an entry was written. Entries of an older one are cut
-- again by the indexing of each minute, while searches go on.
ALTER TABLE entries ADD COLUMN cutting INTEGER NOT NULL DEFAULT 1;
CREATE INDEX entries_by_cutting ON entries (cutting);
