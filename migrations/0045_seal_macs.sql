-- What a chain of hashes cannot tell by itself: who made it. Each seal gets a MAC under a key that is not in the database, and
-- once an hour the newest one an anchor in R2 (docs/decisions/0032-seals-with-keys.md). Receipts and vouchers get seals of
-- their own, over the columns that no step ever changes.

CREATE TABLE seal_macs (
	chain TEXT NOT NULL CHECK (chain IN ('audit', 'documents')),
	seal_id INTEGER NOT NULL, -- audit_seals.id or document_seals.id
	key_id TEXT NOT NULL CHECK (length(key_id) = 8), -- which SEALING_KEY; two rows while it is being changed
	mac TEXT NOT NULL CHECK (length(mac) = 64),
	PRIMARY KEY (chain, seal_id, key_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER seal_macs_are_never_replaced BEFORE INSERT ON seal_macs
WHEN EXISTS (SELECT 1 FROM seal_macs WHERE chain = NEW.chain AND seal_id = NEW.seal_id AND key_id = NEW.key_id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER seal_macs_are_never_updated BEFORE UPDATE ON seal_macs
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER seal_macs_are_never_deleted BEFORE DELETE ON seal_macs
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- Which seals have an anchor in R2, so that one that is gone is missed.
CREATE TABLE seal_anchors (
	chain TEXT NOT NULL CHECK (chain IN ('audit', 'documents')),
	seal_id INTEGER NOT NULL,
	anchored_at INTEGER NOT NULL, -- UTC milliseconds
	PRIMARY KEY (chain, seal_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER seal_anchors_are_never_replaced BEFORE INSERT ON seal_anchors
WHEN EXISTS (SELECT 1 FROM seal_anchors WHERE chain = NEW.chain AND seal_id = NEW.seal_id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER seal_anchors_are_never_updated BEFORE UPDATE ON seal_anchors
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER seal_anchors_are_never_deleted BEFORE DELETE ON seal_anchors
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- Where the hourly check of the seals goes on; it stays where something does not hold.
CREATE TABLE seal_turns (
	chain TEXT PRIMARY KEY CHECK (chain IN ('audit', 'documents')),
	next_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One chain over all series; each seal covers a run of numbers of one series and year.
CREATE TABLE document_seals (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- sqlite_sequence tells that the newest one was taken away
	series TEXT NOT NULL, -- as in number_series: receipt:dues, voucher:income …
	roc_year INTEGER NOT NULL,
	from_seq INTEGER NOT NULL,
	to_seq INTEGER NOT NULL,
	prev TEXT NOT NULL, -- hash of the seal before; '' in the first one
	hash TEXT NOT NULL CHECK (length(hash) = 64),
	sealed_at INTEGER NOT NULL, -- UTC milliseconds
	CHECK (from_seq <= to_seq)
) STRICT;
CREATE INDEX document_seals_of_series ON document_seals (series, roc_year, to_seq);
CREATE TRIGGER document_seals_are_never_updated BEFORE UPDATE ON document_seals
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER document_seals_are_never_deleted BEFORE DELETE ON document_seals
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
-- The next one or none: its number, the hash it stands on, and the numbers right after those that its series has sealed.
CREATE TRIGGER document_seals_are_a_chain BEFORE INSERT ON document_seals
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM document_seals)
	OR NEW.prev IS NOT coalesce((SELECT hash FROM document_seals WHERE id = NEW.id - 1), '')
	OR NEW.from_seq IS NOT coalesce(
		(SELECT max(to_seq) + 1 FROM document_seals WHERE series = NEW.series AND roc_year = NEW.roc_year), NEW.from_seq)
BEGIN
	SELECT RAISE(ABORT, 'audit.not_next');
END;
