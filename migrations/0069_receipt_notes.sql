-- What the settings said at the foot of receipts of the series when the receipt was issued: sentences, one a line.
ALTER TABLE receipts ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE TRIGGER receipts_keep_their_note BEFORE UPDATE ON receipts
WHEN NEW.note <> OLD.note
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;
