-- Notices (docs: concepts, Notices). 捐款徵信: what donors allow to be said of them, and the list of a half-year that is published.

-- What a donor said about the public list: 善心人士, their name, or another name; NULL: nobody asked. Until now the box was
-- ticked beforehand, so that a tick is no answer; that somebody took it away is one.
ALTER TABLE donors ADD COLUMN naming TEXT CHECK (naming IN ('anonymous', 'name', 'other'));
ALTER TABLE donors ADD COLUMN public_name TEXT NOT NULL DEFAULT ''
	CHECK (length(public_name) <= 80 AND (public_name <> '') = (naming IS 'other'));
UPDATE donors SET naming = 'anonymous' WHERE is_published = 0 AND pseudonymised_at IS NULL;
CREATE TRIGGER donors_erased_have_no_public_name BEFORE UPDATE ON donors
WHEN NEW.pseudonymised_at IS NOT NULL AND NEW.naming IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'donor.stale');
END;
-- What a member said about the gifts that come with their dues.
CREATE TABLE giver_choices (
	member_id INTEGER PRIMARY KEY REFERENCES members (id),
	is_named INTEGER NOT NULL CHECK (is_named IN (0, 1)),
	updated_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER giver_choices_are_never_replaced BEFORE INSERT ON giver_choices
WHEN EXISTS (SELECT 1 FROM giver_choices WHERE member_id = NEW.member_id)
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;

-- THE rule of what is said of whom, and why. An empty name is 善心人士; who wants none is never named, whoever else said so.
CREATE VIEW donor_namings AS
SELECT donor_id, member_id, why, CASE why WHEN 'name' THEN name WHEN 'other' THEN public_name ELSE '' END AS name
FROM (SELECT d.id AS donor_id, d.member_id, d.name, d.public_name, CASE WHEN d.pseudonymised_at IS NOT NULL THEN 'erased'
		WHEN c.is_named = 0 THEN 'member' ELSE coalesce(d.naming, 'unasked') END AS why
	FROM donors d LEFT JOIN giver_choices c ON c.member_id = d.member_id);
CREATE VIEW member_namings AS
SELECT member_id, why, CASE why WHEN 'name' THEN name
	WHEN 'donor' THEN (SELECT n.name FROM donor_namings n WHERE n.member_id = one.member_id AND n.why <> 'erased') ELSE '' END AS name
FROM (SELECT m.id AS member_id, m.name, CASE WHEN m.pseudonymised_at IS NOT NULL THEN 'erased' WHEN c.is_named = 0 THEN 'member'
		WHEN EXISTS (SELECT 1 FROM donors d WHERE d.member_id = m.id AND d.naming = 'anonymous') THEN 'anonymous'
		WHEN c.is_named = 1 THEN 'name'
		WHEN (SELECT count(*) FROM donors d WHERE d.member_id = m.id AND d.pseudonymised_at IS NULL) > 1 THEN 'several'
		WHEN EXISTS (SELECT 1 FROM donors d WHERE d.member_id = m.id AND d.naming IN ('name', 'other')) THEN 'donor'
		ELSE 'unasked' END AS why
	FROM members m LEFT JOIN giver_choices c ON c.member_id = m.id) one;

-- Gifts as the list says them, on the day of their voucher: money less what was given back, of a payment part by part; what is in
-- kind by its words. A gift that was reversed or given back whole is none.
CREATE INDEX vouchers_of_source_by_day ON vouchers (source, date, source_id) WHERE source <> 'manual';
CREATE VIEW public_gifts AS
SELECT g.*, coalesce((SELECT n.name FROM donor_namings n WHERE n.donor_id = g.donor_id),
		(SELECT n.name FROM member_namings n WHERE n.member_id = g.member_id), '') AS name,
	coalesce((SELECT n.why FROM donor_namings n WHERE n.donor_id = g.donor_id),
		(SELECT n.why FROM member_namings n WHERE n.member_id = g.member_id), 'nobody') AS why
FROM (SELECT 'income' AS source, i.id AS gift_id, 0 AS part, v.date AS day, i.amount, '' AS items, i.purpose, i.donor_id, NULL AS member_id
	FROM vouchers v JOIN income_records i ON i.id = v.source_id
	WHERE v.source <> 'manual' AND v.source = 'income' AND v.state = 'posted' AND i.kind = 'donation' AND i.state = 'posted'
	UNION ALL
	SELECT 'income', i.id, 0, i.received_on, 0, i.items, i.purpose, i.donor_id, NULL
	FROM income_records i WHERE i.kind = 'donation' AND i.is_in_kind = 1 AND i.state = 'posted'
	UNION ALL
	SELECT 'payment', payment_id, part, day, amount - max(0, min(amount, back - before)), '', '', NULL, member_id
	FROM (SELECT p.id AS payment_id, a.id AS part, v.date AS day, a.amount, a.member_id,
			coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.payment_id = p.id AND f.refund_of = 'donation'
				AND f.state IN ('approved', 'paid', 'posted')), 0) AS back,
			coalesce((SELECT sum(b.amount) FROM payment_allocations b
				WHERE b.payment_id = p.id AND b.kind = 'donation' AND b.id < a.id), 0) AS before
		FROM vouchers v JOIN payments p ON p.id = v.source_id JOIN payment_allocations a ON a.payment_id = p.id AND a.kind = 'donation'
		WHERE v.source <> 'manual' AND v.source = 'payment' AND v.state = 'posted' AND p.status = 'verified')
	WHERE amount - max(0, min(amount, back - before)) > 0) g;

-- The list of a half-year as it was published last, with its document; its rows are what its file says.
CREATE TABLE gift_lists (
	document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
	half TEXT NOT NULL UNIQUE CHECK (half GLOB '[12][0-9][0-9][0-9]-H[12]'),
	from_on TEXT NOT NULL CHECK (from_on = substr(half, 1, 4) || iif(substr(half, 7) = '1', '-01-01', '-07-01')),
	to_on TEXT NOT NULL CHECK (to_on = substr(half, 1, 4) || iif(substr(half, 7) = '1', '-06-30', '-12-31')),
	is_sealed INTEGER NOT NULL DEFAULT 0 CHECK (is_sealed IN (0, 1)), -- its rows are complete, and change no more
	published_by INTEGER REFERENCES users (id),
	published_at INTEGER NOT NULL CHECK (date(published_at / 1000, 'unixepoch', '+8 hours') > to_on),
	version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE gift_list_rows (
	document_id INTEGER NOT NULL REFERENCES gift_lists (document_id) ON DELETE CASCADE,
	source TEXT NOT NULL CHECK (source IN ('income', 'payment')),
	gift_id INTEGER NOT NULL,
	part INTEGER NOT NULL,
	day TEXT NOT NULL CHECK (day IS date(day) AND length(day) = 10),
	name TEXT NOT NULL CHECK (length(name) <= 80),
	amount INTEGER NOT NULL CHECK (amount >= 0),
	items TEXT NOT NULL CHECK (length(items) <= 500),
	purpose TEXT NOT NULL CHECK (length(purpose) <= 200),
	PRIMARY KEY (document_id, source, gift_id, part)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER gift_lists_begin_open BEFORE INSERT ON gift_lists
WHEN NEW.is_sealed <> 0 OR EXISTS (SELECT 1 FROM gift_lists WHERE document_id = NEW.document_id OR half = NEW.half)
	OR NOT EXISTS (SELECT 1 FROM documents WHERE id = NEW.document_id AND kind = 'donations' AND pressed_version IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;
CREATE TRIGGER gift_lists_keep_their_half BEFORE UPDATE ON gift_lists
WHEN (NEW.document_id, NEW.half) IS NOT (OLD.document_id, OLD.half)
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;
-- What is sealed is each gift of the half-year, and the name that its giver allows at this moment.
CREATE TRIGGER gift_lists_seal_what_is BEFORE UPDATE ON gift_lists
WHEN NEW.is_sealed = 1 AND OLD.is_sealed = 0 AND (
	EXISTS (SELECT source, gift_id, part, day, name, amount, items, purpose FROM gift_list_rows WHERE document_id = NEW.document_id
		EXCEPT SELECT source, gift_id, part, day, name, amount, items, purpose FROM public_gifts WHERE day BETWEEN NEW.from_on AND NEW.to_on)
	OR EXISTS (SELECT source, gift_id, part FROM public_gifts WHERE day BETWEEN NEW.from_on AND NEW.to_on
		EXCEPT SELECT source, gift_id, part FROM gift_list_rows WHERE document_id = NEW.document_id))
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;
CREATE TRIGGER gift_list_rows_come_open BEFORE INSERT ON gift_list_rows
WHEN (SELECT is_sealed FROM gift_lists WHERE document_id = NEW.document_id) IS NOT 0 OR EXISTS (SELECT 1 FROM gift_list_rows
	WHERE (document_id, source, gift_id, part) = (NEW.document_id, NEW.source, NEW.gift_id, NEW.part))
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;
CREATE TRIGGER gift_list_rows_go_open BEFORE DELETE ON gift_list_rows
WHEN (SELECT is_sealed FROM gift_lists WHERE document_id = OLD.document_id) = 1
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;
-- An erasure takes the name; whatever else changes is published anew.
CREATE TRIGGER gift_list_rows_are_final BEFORE UPDATE ON gift_list_rows
WHEN NEW.name <> '已去識別化' OR (NEW.document_id, NEW.source, NEW.gift_id, NEW.part, NEW.day, NEW.amount, NEW.items, NEW.purpose)
	IS NOT (OLD.document_id, OLD.source, OLD.gift_id, OLD.part, OLD.day, OLD.amount, OLD.items, OLD.purpose)
BEGIN
	SELECT RAISE(ABORT, 'gift_list.moved');
END;

-- The lists that people read and that are not true any more: a name was taken back, a gift reversed, given back or added.
CREATE VIEW gift_lists_outdated AS
WITH said AS (SELECT r.document_id, r.source, r.gift_id, r.part, r.day, r.name, r.amount, r.items, r.purpose
		FROM gift_lists l CROSS JOIN gift_list_rows r ON r.document_id = l.document_id),
	now AS (SELECT l.document_id, g.source, g.gift_id, g.part, g.day, g.name, g.amount, g.items, g.purpose
		FROM public_gifts g JOIN gift_lists l ON g.day BETWEEN l.from_on AND l.to_on
		WHERE g.day >= (SELECT min(from_on) FROM gift_lists))
SELECT l.document_id, l.half FROM gift_lists l JOIN documents d ON d.id = l.document_id AND d.state = 'published'
WHERE l.is_sealed = 0 OR l.document_id IN (SELECT document_id FROM (SELECT * FROM said EXCEPT SELECT * FROM now)
	UNION SELECT document_id FROM (SELECT * FROM now EXCEPT SELECT * FROM said));

-- 財務公告: who passed the statements of a closed year (社會團體財務處理辦法 §11), and what was published of them. A year without a
-- meeting of the members is passed by 理事會 and 監事會 until that confirms it.
CREATE TABLE statement_approvals (
	year INTEGER PRIMARY KEY CHECK (year BETWEEN 1912 AND 2200),
	figures TEXT NOT NULL CHECK (length(figures) = 64), -- SHA-256 of the statements that were passed
	board_on TEXT NOT NULL CHECK (board_on IS date(board_on) AND length(board_on) = 10 AND board_on > year || '-12-31'),
	board_no TEXT NOT NULL CHECK (length(board_no) BETWEEN 1 AND 60),
	audit_on TEXT NOT NULL CHECK (audit_on IS date(audit_on) AND length(audit_on) = 10 AND audit_on > year || '-12-31'),
	meeting_on TEXT CHECK (meeting_on IS date(meeting_on) AND length(meeting_on) = 10 AND meeting_on > year || '-12-31'),
	meeting_no TEXT NOT NULL DEFAULT '' CHECK (length(meeting_no) <= 60 AND (meeting_no = '') = (meeting_on IS NULL)),
	filed_on TEXT CHECK (filed_on IS date(filed_on) AND length(filed_on) = 10),
	filed_no TEXT NOT NULL DEFAULT '' CHECK (length(filed_no) <= 60 AND (filed_no = '' OR filed_on IS NOT NULL)),
	recorded_by INTEGER REFERENCES users (id),
	recorded_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE statement_notices (
	document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
	year INTEGER NOT NULL UNIQUE REFERENCES statement_approvals (year),
	approval_version INTEGER NOT NULL,
	published_by INTEGER REFERENCES users (id),
	published_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1
) STRICT;
-- Whether the books of a year are closed, and since when they are as they are.
CREATE VIEW closed_years AS
SELECT v.source_id AS year, (SELECT max(w.posted_at) FROM vouchers w WHERE w.state = 'posted'
	AND w.date BETWEEN v.source_id || '-01-01' AND v.source_id || '-12-31') AS settled_at
FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'closing' AND v.state = 'posted'
	AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted');
CREATE TRIGGER statement_approvals_of_closed_years BEFORE INSERT ON statement_approvals
WHEN EXISTS (SELECT 1 FROM statement_approvals WHERE year = NEW.year) OR NOT EXISTS (SELECT 1 FROM closed_years WHERE year = NEW.year)
BEGIN
	SELECT RAISE(ABORT, 'statement.not_closed');
END;
CREATE TRIGGER statement_approvals_stay_of_closed_years BEFORE UPDATE ON statement_approvals
WHEN NEW.year <> OLD.year OR NEW.version <> OLD.version + 1 OR NOT EXISTS (SELECT 1 FROM closed_years WHERE year = NEW.year)
BEGIN
	SELECT RAISE(ABORT, 'statement.not_closed');
END;
-- What is published was passed as the books are now.
CREATE TRIGGER statement_notices_are_passed BEFORE INSERT ON statement_notices
WHEN EXISTS (SELECT 1 FROM statement_notices WHERE year = NEW.year OR document_id = NEW.document_id)
	OR NOT EXISTS (SELECT 1 FROM documents WHERE id = NEW.document_id AND kind = 'finance' AND pressed_version IS NOT NULL)
	OR NOT EXISTS (SELECT 1 FROM statement_approvals a JOIN closed_years c ON c.year = a.year
		WHERE a.year = NEW.year AND a.version = NEW.approval_version AND c.settled_at <= a.recorded_at)
BEGIN
	SELECT RAISE(ABORT, 'statement.moved');
END;
CREATE TRIGGER statement_notices_stay_passed BEFORE UPDATE ON statement_notices
WHEN (NEW.document_id, NEW.year) IS NOT (OLD.document_id, OLD.year)
	OR NOT EXISTS (SELECT 1 FROM statement_approvals a JOIN closed_years c ON c.year = a.year
		WHERE a.year = NEW.year AND a.version = NEW.approval_version AND c.settled_at <= a.recorded_at)
BEGIN
	SELECT RAISE(ABORT, 'statement.moved');
END;
CREATE VIEW statement_notices_outdated AS
SELECT n.year FROM statement_notices n JOIN documents d ON d.id = n.document_id AND d.state = 'published'
	JOIN statement_approvals a ON a.year = n.year LEFT JOIN closed_years c ON c.year = n.year
WHERE a.version <> n.approval_version OR c.year IS NULL OR c.settled_at > a.recorded_at;

INSERT INTO role_permissions (role_id, permission) SELECT id, 'gift_lists.publish' FROM roles WHERE code IN ('admin', 'accountant');
INSERT INTO role_permissions (role_id, permission) SELECT id, 'statements.publish' FROM roles WHERE code IN ('admin', 'chair');
