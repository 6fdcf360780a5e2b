-- 會費標準: what a membership type pays from a day on, by a resolution of the general meeting. A type without a row pays what the
-- settings say. The annual fee of a year goes by its first day, the entrance fee by the day of joining. A row is never changed: of two
-- from the same day the later one holds, and items that were assessed keep their amounts.
CREATE TABLE membership_fees (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	membership_type TEXT NOT NULL CHECK (membership_type GLOB '[a-z]*'), -- a code of membership_types (0106)
	from_on TEXT NOT NULL CHECK (from_on IS date(from_on)),
	entrance_fee INTEGER NOT NULL CHECK (entrance_fee BETWEEN 0 AND 1000000),
	annual_fee INTEGER NOT NULL CHECK (annual_fee BETWEEN 0 AND 1000000),
	has_discount INTEGER NOT NULL CHECK (has_discount IN (0, 1)), -- whether a disability certificate reduces it
	resolution TEXT NOT NULL DEFAULT '' CHECK (length(resolution) <= 80), -- 會議決議
	approval_no TEXT NOT NULL DEFAULT '' CHECK (length(approval_no) <= 40), -- 主管機關核備文號
	article TEXT NOT NULL DEFAULT '' CHECK (length(article) <= 40), -- 章程條文
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX membership_fees_of_type ON membership_fees (membership_type, from_on, id);
CREATE TRIGGER membership_fees_are_never_replaced BEFORE INSERT ON membership_fees
WHEN EXISTS (SELECT 1 FROM membership_fees WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'dues.fee_is_final');
END;
CREATE TRIGGER membership_fees_are_final BEFORE UPDATE ON membership_fees
BEGIN
	SELECT RAISE(ABORT, 'dues.fee_is_final');
END;
CREATE TRIGGER membership_fees_are_never_deleted BEFORE DELETE ON membership_fees
BEGIN
	SELECT RAISE(ABORT, 'dues.fee_is_final');
END;
