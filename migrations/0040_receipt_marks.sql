-- 收據冠字: a mark per series, part of the number of every receipt from here on: 會115-000001, 捐115-000001. What was issued
-- before keeps its number without one ('') and the sequences run on. A series of later has its mark by a row, before its first number.
CREATE TABLE receipt_marks (
	series TEXT NOT NULL PRIMARY KEY CHECK (series <> ''),
	mark TEXT NOT NULL UNIQUE CHECK (length(mark) BETWEEN 1 AND 2 AND mark NOT GLOB '*[0-9 -]*') -- a digit would belong to the year
) STRICT, WITHOUT ROWID;
INSERT INTO receipt_marks (series, mark) VALUES ('dues', '會'), ('donation', '捐'), ('other', '其他');
CREATE TRIGGER receipt_marks_are_never_replaced BEFORE INSERT ON receipt_marks
WHEN EXISTS (SELECT 1 FROM receipt_marks WHERE series = NEW.series OR mark = NEW.mark)
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_mark');
END;
CREATE TRIGGER receipt_marks_are_final BEFORE UPDATE ON receipt_marks
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_mark');
END;
CREATE TRIGGER receipt_marks_are_never_deleted BEFORE DELETE ON receipt_marks
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_mark');
END;

-- number_series and receipts named the two series of before in a CHECK each; which there are, receipt_marks says now. Nothing
-- references number_series, so it is made anew; its triggers go with it.
CREATE TABLE number_series_kept AS SELECT series, roc_year, first_no, last_no FROM number_series;
DROP TABLE number_series;
CREATE TABLE number_series (
	series TEXT NOT NULL CHECK (series GLOB 'receipt:?*' OR series IN ('voucher:income', 'voucher:expense', 'voucher:transfer')),
	roc_year INTEGER NOT NULL CHECK (roc_year BETWEEN 1 AND 999),
	first_no INTEGER NOT NULL DEFAULT 1 CHECK (first_no BETWEEN 1 AND 999999),
	last_no INTEGER NOT NULL,
	PRIMARY KEY (series, roc_year),
	CHECK (last_no >= first_no - 1)
) STRICT, WITHOUT ROWID;
INSERT INTO number_series (series, roc_year, first_no, last_no) SELECT series, roc_year, first_no, last_no FROM number_series_kept;
DROP TABLE number_series_kept;

-- receipts is referenced: its column gives way to another of the same name.
DROP INDEX receipts_number;
DROP TRIGGER receipts_are_never_replaced;
DROP TRIGGER receipts_in_order;
DROP TRIGGER receipts_take_their_number;
DROP TRIGGER receipts_are_final;
DROP TRIGGER receipts_not_of_what_went_back;
DROP TRIGGER receipts_of_income_that_is_there;
DROP TRIGGER finance_documents_void_receipts;
ALTER TABLE receipts ADD COLUMN mark TEXT NOT NULL DEFAULT ''; -- '': issued before there were marks
ALTER TABLE receipts ADD COLUMN series_kept TEXT NOT NULL DEFAULT ''; -- no series: what names none is refused
UPDATE receipts SET series_kept = series;
ALTER TABLE receipts DROP COLUMN series;
ALTER TABLE receipts RENAME COLUMN series_kept TO series;
CREATE UNIQUE INDEX receipts_number ON receipts (series, roc_year, seq);
CREATE UNIQUE INDEX receipts_shown_number ON receipts (mark, number) WHERE mark <> '';

CREATE TRIGGER receipts_bear_their_mark BEFORE INSERT ON receipts
WHEN NEW.mark IS NOT (SELECT mark FROM receipt_marks WHERE series = NEW.series)
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_mark');
END;
CREATE TRIGGER number_series_have_a_mark BEFORE INSERT ON number_series
WHEN NEW.series GLOB 'receipt:*' AND NOT EXISTS (SELECT 1 FROM receipt_marks WHERE 'receipt:' || series = NEW.series)
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_mark');
END;

-- As in 0022 and 0023; a mark is as final as the number behind it.
CREATE TRIGGER number_series_are_never_replaced BEFORE INSERT ON number_series
WHEN EXISTS (SELECT 1 FROM number_series WHERE series = NEW.series AND roc_year = NEW.roc_year)
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER number_series_are_never_deleted BEFORE DELETE ON number_series
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER number_series_rise_with_documents BEFORE UPDATE ON number_series
WHEN NEW.series <> OLD.series OR NEW.roc_year <> OLD.roc_year
	OR (NEW.first_no <> OLD.first_no AND (OLD.last_no <> OLD.first_no - 1 OR NEW.last_no <> NEW.first_no - 1))
	OR (NEW.first_no = OLD.first_no AND NOT (NEW.last_no = OLD.last_no + 1 AND (
		EXISTS (SELECT 1 FROM receipts WHERE 'receipt:' || series = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.last_no)
		OR EXISTS (SELECT 1 FROM vouchers WHERE state = 'posted' AND 'voucher:' || kind = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.last_no))))
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER number_series_begin_empty BEFORE INSERT ON number_series WHEN NEW.last_no <> NEW.first_no - 1
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER receipts_are_never_replaced BEFORE INSERT ON receipts
WHEN NEW.status <> 'issued' OR EXISTS (SELECT 1 FROM receipts WHERE id = NEW.id
	OR (series = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.seq))
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER receipts_in_order BEFORE INSERT ON receipts
WHEN NEW.seq IS NOT coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year), 1)
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER receipts_take_their_number AFTER INSERT ON receipts
BEGIN
	INSERT INTO number_series (series, roc_year, first_no, last_no) SELECT 'receipt:' || NEW.series, NEW.roc_year, 1, 0
		WHERE NOT EXISTS (SELECT 1 FROM number_series WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year);
	UPDATE number_series SET last_no = NEW.seq WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year;
END;
CREATE TRIGGER receipts_are_final BEFORE UPDATE ON receipts
WHEN (NEW.id, NEW.series, NEW.mark, NEW.roc_year, NEW.seq, NEW.number, NEW.payment_id, NEW.payer_title, NEW.amount, NEW.items, NEW.method)
		IS NOT (OLD.id, OLD.series, OLD.mark, OLD.roc_year, OLD.seq, OLD.number, OLD.payment_id, OLD.payer_title, OLD.amount, OLD.items, OLD.method)
	OR (NEW.paid_on, NEW.issued_on, NEW.issued_by, NEW.created_at) IS NOT (OLD.paid_on, OLD.issued_on, OLD.issued_by, OLD.created_at)
	OR (OLD.status = 'voided' AND (NEW.status, NEW.voided_at, NEW.voided_by, NEW.reason)
		IS NOT (OLD.status, OLD.voided_at, OLD.voided_by, OLD.reason))
	OR (OLD.replaced_by IS NOT NULL AND NEW.replaced_by IS NOT OLD.replaced_by)
	OR (OLD.original_at IS NOT NULL AND (NEW.original_at, NEW.original_by) IS NOT (OLD.original_at, OLD.original_by))
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;

-- As in 0028.
CREATE TRIGGER finance_documents_void_receipts AFTER UPDATE OF state ON finance_documents
WHEN NEW.refund_of = 'donation' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
	AND NEW.payment_id IN (SELECT payment_id FROM donations_given_back WHERE payment_id = NEW.payment_id)
BEGIN
	UPDATE receipts SET status = 'voided', voided_at = NEW.updated_at, reason = '捐款已全數退還', version = version + 1,
		voided_by = (SELECT user_id FROM finance_events WHERE document_id = NEW.id ORDER BY seq DESC LIMIT 1)
	WHERE payment_id = NEW.payment_id AND series = 'donation' AND status = 'issued';
END;
CREATE TRIGGER receipts_not_of_what_went_back BEFORE INSERT ON receipts
WHEN NEW.series = 'donation' AND NEW.payment_id IN (SELECT payment_id FROM donations_given_back WHERE payment_id = NEW.payment_id)
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_state');
END;

-- As in 0029; 其他收入 has a receipt of the series `other` where one is asked for, and nothing else has.
CREATE TRIGGER receipts_of_income_that_is_there BEFORE INSERT ON receipts
WHEN (NEW.series = 'other' AND NEW.income_id IS NULL) OR (NEW.income_id IS NOT NULL AND (NEW.payment_id IS NOT NULL
	OR EXISTS (SELECT 1 FROM receipts WHERE income_id = NEW.income_id AND status = 'issued')
	OR NOT EXISTS (SELECT 1 FROM income_records WHERE id = NEW.income_id AND state IN ('recorded', 'posted')
		AND kind = NEW.series AND kind IN ('donation', 'other') AND amount = NEW.amount)))
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_state');
END;

-- Found as they are shown (db/record-numbers.ts) and by the number alone.
DROP VIEW receipts_found_by;
CREATE VIEW receipts_found_by (kind, id, text) AS SELECT 'receipt', r.id,
	iif(r.mark = '', r.number || iif(r.series = 'donation', '（捐款）', '（會費）'),
		r.mark || r.number || char(10) || r.mark || replace(r.number, '-', ''))
	|| char(10) || r.number || char(10) || replace(r.number, '-', '') || char(10) || r.payer_title || char(10) || r.amount || char(10)
	|| coalesce((SELECT group_concat(DISTINCT j.value ->> '$.member_no') FROM json_each(r.items) j), '') FROM receipts r;
DELETE FROM record_texts WHERE kind = 'receipt';
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM receipts_found_by;
