-- A line may be explained by money of both directions (−215 is +300 and −515). When one of such parts is taken away, by whoever, what is left
-- may be more than the line or go the other way: then nothing that was tied to the line explains it any more.
DROP TRIGGER bank_line_parts_free_their_line;
CREATE TRIGGER bank_line_parts_free_their_line AFTER DELETE ON bank_line_parts
BEGIN
	DELETE FROM bank_line_parts WHERE line_id = OLD.line_id AND is_tie = 1 AND EXISTS (SELECT 1 FROM bank_lines l,
		(SELECT sum(p.amount) AS explained FROM bank_line_parts p WHERE p.line_id = OLD.line_id) s
		WHERE l.id = OLD.line_id AND (abs(s.explained) > abs(l.amount) OR s.explained * l.amount < 0));
	-- A trigger does not fire itself: the parts of the statement above are counted here, too.
	UPDATE bank_lines SET explained = coalesce((SELECT sum(p.amount) FROM bank_line_parts p WHERE p.line_id = OLD.line_id), 0),
		status = iif(amount = coalesce((SELECT sum(p.amount) FROM bank_line_parts p WHERE p.line_id = OLD.line_id), 0), 'matched', 'unmatched'),
		payment_id = (SELECT p.record_id FROM bank_line_parts p WHERE p.line_id = OLD.line_id AND p.kind = 'payment' AND p.record_id = payment_id),
		version = version + 1, updated_at = max(updated_at, OLD.created_at) WHERE id = OLD.line_id;
	UPDATE cash_deposits SET bank_line_id = (SELECT min(p.line_id) FROM bank_line_parts p WHERE p.kind = 'deposit' AND p.record_id = cash_deposits.id)
	WHERE reversed_at IS NULL AND (bank_line_id = OLD.line_id OR (OLD.kind = 'deposit' AND id = OLD.record_id));
END;
-- Lines of which a part was taken away before.
DELETE FROM bank_line_parts WHERE is_tie = 1 AND line_id IN (SELECT l.id FROM bank_lines l WHERE abs(l.explained) > abs(l.amount) OR l.explained * l.amount < 0);
