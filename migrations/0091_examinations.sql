-- 查核: 監事 draw a sample of the books and mark it, and staff answer their doubts (docs/concepts.md, Examinations).
CREATE TABLE examinations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
	from_on TEXT NOT NULL CHECK (from_on IS date(from_on)),
	to_on TEXT NOT NULL CHECK (to_on IS date(to_on) AND to_on >= from_on),
	criteria TEXT NOT NULL CHECK (json_valid(criteria)), -- what was drawn, with the seed of the random part
	size INTEGER NOT NULL CHECK (size BETWEEN 1 AND 300), -- the number of items: no more are added once they are there
	drawn_by INTEGER NOT NULL REFERENCES users (id),
	drawn_at INTEGER NOT NULL,
	closed_by INTEGER REFERENCES users (id),
	closed_at INTEGER,
	opinion TEXT NOT NULL DEFAULT '' CHECK (length(opinion) <= 2000),
	version INTEGER NOT NULL DEFAULT 1, -- rises with each mark and answer, so that nobody closes what they did not see
	CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
	CHECK ((closed_at IS NULL) = (opinion = ''))
) STRICT;

CREATE TABLE examination_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	examination_id INTEGER NOT NULL REFERENCES examinations (id),
	kind TEXT NOT NULL CHECK (kind IN ('voucher', 'finance', 'receipt')),
	record_id INTEGER NOT NULL,
	why TEXT NOT NULL CHECK (json_array_length(why) > 0), -- all the reasons for which it was drawn
	mark TEXT CHECK (mark IN ('seen', 'doubt')),
	question TEXT NOT NULL DEFAULT '' CHECK (length(question) <= 500),
	marked_by INTEGER REFERENCES users (id),
	marked_at INTEGER,
	answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 1000),
	answered_by INTEGER REFERENCES users (id),
	answered_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	UNIQUE (examination_id, kind, record_id),
	CHECK ((mark IS NULL) = (marked_by IS NULL) AND (mark IS NULL) = (marked_at IS NULL)),
	CHECK ((answer = '') = (answered_by IS NULL) AND (answer = '') = (answered_at IS NULL)),
	CHECK (mark IS NOT 'doubt' OR question <> ''),
	CHECK (question = '' OR mark IS NOT NULL),
	CHECK (answer = '' OR question <> '')
) STRICT;

CREATE INDEX examination_items_in_doubt ON examination_items (examination_id, marked_at) WHERE mark = 'doubt' AND answer = '';
-- What the search of the staff finds an examination by: its title never changes, and none is deleted.
CREATE TRIGGER examinations_insert_found_by AFTER INSERT ON examinations
BEGIN
	INSERT INTO record_texts (kind, id, text) VALUES ('examination', NEW.id, NEW.title);
END;

-- Who wrote, posted, approved or paid a record.
CREATE VIEW examination_handlers AS
SELECT 'voucher' AS kind, v.id AS record_id, u.id AS user_id FROM vouchers v JOIN users u ON u.id IN (v.created_by, v.edited_by, v.posted_by)
UNION ALL SELECT 'voucher', v.id, u.id FROM vouchers v JOIN finance_postings p ON v.source = 'finance' AND p.id = v.source_id
	JOIN finance_events e ON e.document_id = p.document_id AND (e.step LIKE 'approve_%' OR e.step IN ('pay', 'post'))
	JOIN users u ON u.id IN (e.user_id, e.on_behalf_of)
UNION ALL SELECT 'finance', e.document_id, u.id FROM finance_events e JOIN users u ON u.id IN (e.user_id, e.on_behalf_of)
	WHERE e.step NOT IN ('comment')
UNION ALL SELECT 'receipt', r.id, u.id FROM receipts r JOIN users u ON u.id IN (r.issued_by, r.voided_by);
-- Who has to do with a record, and so marks it in no examination: its handlers, and of a request its applicant, its payees and
-- their families. A list asks this of the handlers and spells the rest out (src/db/books/finance-who.ts).
CREATE VIEW examination_parties AS
SELECT kind, record_id, user_id FROM examination_handlers
UNION ALL SELECT 'finance', document_id, user_id FROM finance_related;

CREATE TRIGGER examinations_begin_open BEFORE INSERT ON examinations
WHEN NEW.closed_at IS NOT NULL OR EXISTS (SELECT 1 FROM examinations WHERE id = NEW.id)
	OR NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission = 'examinations.draw' AND h.user_id = NEW.drawn_by
		AND date(NEW.drawn_at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
BEGIN
	SELECT RAISE(ABORT, 'examination.not_yours');
END;
CREATE TRIGGER examinations_are_final BEFORE UPDATE ON examinations
WHEN OLD.closed_at IS NOT NULL OR NEW.version <= OLD.version
	OR (NEW.id, NEW.title, NEW.from_on, NEW.to_on, NEW.criteria, NEW.size, NEW.drawn_by, NEW.drawn_at)
		IS NOT (OLD.id, OLD.title, OLD.from_on, OLD.to_on, OLD.criteria, OLD.size, OLD.drawn_by, OLD.drawn_at)
BEGIN
	SELECT RAISE(ABORT, 'examination.is_final');
END;
CREATE TRIGGER examinations_close_when_seen BEFORE UPDATE ON examinations
WHEN NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL
	AND (SELECT count(mark) FROM examination_items WHERE examination_id = OLD.id) <> OLD.size
BEGIN
	SELECT RAISE(ABORT, 'examination.unseen');
END;
CREATE TRIGGER examinations_close_by_who_may BEFORE UPDATE ON examinations
WHEN NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL
	AND NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission = 'examinations.draw' AND h.user_id = NEW.closed_by
		AND date(NEW.closed_at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
BEGIN
	SELECT RAISE(ABORT, 'examination.not_yours');
END;
CREATE TRIGGER examinations_are_never_deleted BEFORE DELETE ON examinations
BEGIN
	SELECT RAISE(ABORT, 'examination.is_final');
END;

CREATE TRIGGER examination_items_are_drawn_once BEFORE INSERT ON examination_items
WHEN NEW.mark IS NOT NULL OR NEW.version <> 1
	OR EXISTS (SELECT 1 FROM examination_items WHERE id = NEW.id
		OR (examination_id = NEW.examination_id AND kind = NEW.kind AND record_id = NEW.record_id))
	OR NOT EXISTS (SELECT 1 FROM examinations x WHERE x.id = NEW.examination_id AND x.closed_at IS NULL
		AND x.size > (SELECT count(*) FROM examination_items WHERE examination_id = x.id))
	OR NOT CASE NEW.kind WHEN 'voucher' THEN EXISTS (SELECT 1 FROM vouchers WHERE id = NEW.record_id AND state = 'posted')
		WHEN 'finance' THEN EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.record_id AND state <> 'draft')
		ELSE EXISTS (SELECT 1 FROM receipts WHERE id = NEW.record_id) END
BEGIN
	SELECT RAISE(ABORT, 'examination.is_final');
END;
CREATE TRIGGER examination_items_are_never_deleted BEFORE DELETE ON examination_items
BEGIN
	SELECT RAISE(ABORT, 'examination.is_final');
END;
-- Nothing changes after the end. A mark is not taken back, and a question that was answered stays as it was answered.
CREATE TRIGGER examination_items_are_final BEFORE UPDATE ON examination_items
WHEN (NEW.id, NEW.examination_id, NEW.kind, NEW.record_id, NEW.why) IS NOT (OLD.id, OLD.examination_id, OLD.kind, OLD.record_id, OLD.why)
	OR (SELECT closed_at FROM examinations WHERE id = OLD.examination_id) IS NOT NULL
	OR NEW.version <= OLD.version OR (OLD.mark IS NOT NULL AND NEW.mark IS NULL)
	OR (OLD.answer <> '' AND (NEW.question <> OLD.question OR NEW.answer = ''))
	OR ((NEW.mark, NEW.question, NEW.marked_by, NEW.marked_at) IS NOT (OLD.mark, OLD.question, OLD.marked_by, OLD.marked_at)
		AND (NEW.answer, NEW.answered_by, NEW.answered_at) IS NOT (OLD.answer, OLD.answered_by, OLD.answered_at))
BEGIN
	SELECT RAISE(ABORT, 'examination.is_final');
END;
CREATE TRIGGER examination_items_marked_by_who_may BEFORE UPDATE ON examination_items
WHEN (NEW.mark, NEW.question, NEW.marked_by, NEW.marked_at) IS NOT (OLD.mark, OLD.question, OLD.marked_by, OLD.marked_at)
	AND NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission = 'examinations.draw' AND h.user_id = NEW.marked_by
		AND date(NEW.marked_at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
BEGIN
	SELECT RAISE(ABORT, 'examination.not_yours');
END;
CREATE TRIGGER examination_items_marked_by_others BEFORE UPDATE ON examination_items
WHEN (NEW.mark, NEW.question, NEW.marked_by, NEW.marked_at) IS NOT (OLD.mark, OLD.question, OLD.marked_by, OLD.marked_at)
	AND EXISTS (SELECT 1 FROM examination_parties p WHERE p.kind = OLD.kind AND p.record_id = OLD.record_id AND p.user_id = NEW.marked_by)
BEGIN
	SELECT RAISE(ABORT, 'examination.own_record');
END;
CREATE TRIGGER examination_items_answered_by_who_may BEFORE UPDATE ON examination_items
WHEN (NEW.answer, NEW.answered_by, NEW.answered_at) IS NOT (OLD.answer, OLD.answered_by, OLD.answered_at)
	AND NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission IN ('ledger.post', 'finance.review.cashier', 'finance.pay')
		AND h.user_id = NEW.answered_by AND date(NEW.answered_at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
BEGIN
	SELECT RAISE(ABORT, 'examination.not_yours_to_answer');
END;
CREATE TRIGGER examination_items_answer_a_doubt BEFORE UPDATE ON examination_items
WHEN (NEW.answer, NEW.answered_by, NEW.answered_at) IS NOT (OLD.answer, OLD.answered_by, OLD.answered_at)
	AND (OLD.mark IS NOT 'doubt' OR NEW.answered_by = OLD.marked_by)
BEGIN
	SELECT RAISE(ABORT, 'examination.no_doubt');
END;
CREATE TRIGGER examination_items_move_their_examination AFTER UPDATE ON examination_items
BEGIN
	UPDATE examinations SET version = version + 1 WHERE id = NEW.examination_id;
END;

INSERT INTO role_permissions (role_id, permission) SELECT id, 'examinations.draw' FROM roles WHERE code = 'auditor';
