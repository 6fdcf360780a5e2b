-- Nobody's own receipt: who is related to a member, names as they are compared, and what a second person presses.

-- Which login a member has or had, and whose family they are or were: themselves, their guardian, their dependents. `until`
-- is when it ended, by the clock of the database in UTC milliseconds. Triggers keep both, whoever writes; a merge takes them
-- to the record that stays.
CREATE TABLE member_logins (
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	until INTEGER,
	PRIMARY KEY (member_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_logins_of_user ON member_logins (user_id, member_id);
CREATE TABLE member_ties (
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	other_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, -- themselves, their guardian, their dependent: that tie is two rows
	until INTEGER,
	PRIMARY KEY (member_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_ties_of_other ON member_ties (other_id, member_id);

INSERT INTO member_logins (member_id, user_id) SELECT id, user_id FROM members WHERE user_id IS NOT NULL;
INSERT INTO member_ties (member_id, other_id) SELECT id, id FROM members;
INSERT INTO member_ties (member_id, other_id) SELECT id, guardian_member_id FROM members WHERE guardian_member_id IS NOT NULL;
INSERT INTO member_ties (member_id, other_id) SELECT guardian_member_id, id FROM members WHERE guardian_member_id IS NOT NULL;
-- Guardians who went before this migration stand in the audit log.
CREATE TABLE guardians_before (member_id INTEGER, guardian_id INTEGER, at INTEGER) STRICT;
INSERT INTO guardians_before SELECT CAST(auditable_id AS INTEGER), CAST(changes ->> '$.guardian.from' AS INTEGER), max(at) FROM audit_log
	WHERE auditable_type = 'member' AND json_valid(changes) AND changes ->> '$.guardian.from' IS NOT NULL GROUP BY 1, 2;
DELETE FROM guardians_before WHERE member_id = guardian_id OR member_id NOT IN (SELECT id FROM members)
	OR guardian_id NOT IN (SELECT id FROM members);
INSERT INTO member_ties SELECT member_id, guardian_id, at FROM guardians_before WHERE true ON CONFLICT DO NOTHING;
INSERT INTO member_ties SELECT guardian_id, member_id, at FROM guardians_before WHERE true ON CONFLICT DO NOTHING;
DROP TABLE guardians_before;

CREATE TRIGGER members_insert_ties AFTER INSERT ON members
BEGIN
	INSERT INTO member_ties (member_id, other_id) VALUES (NEW.id, NEW.id);
	INSERT INTO member_logins (member_id, user_id) SELECT NEW.id, NEW.user_id WHERE NEW.user_id IS NOT NULL;
	INSERT INTO member_ties (member_id, other_id) SELECT NEW.id, NEW.guardian_member_id WHERE NEW.guardian_member_id IS NOT NULL;
	INSERT INTO member_ties (member_id, other_id) SELECT NEW.guardian_member_id, NEW.id WHERE NEW.guardian_member_id IS NOT NULL;
END;
CREATE TRIGGER members_update_ties AFTER UPDATE OF user_id, guardian_member_id, merged_into ON members
WHEN (NEW.user_id, NEW.guardian_member_id, NEW.merged_into) IS NOT (OLD.user_id, OLD.guardian_member_id, OLD.merged_into)
BEGIN
	UPDATE member_logins SET until = unixepoch() * 1000
		WHERE member_id = NEW.id AND user_id = OLD.user_id AND OLD.user_id IS NOT NEW.user_id;
	INSERT INTO member_logins (member_id, user_id) SELECT NEW.id, NEW.user_id WHERE NEW.user_id IS NOT NULL
		ON CONFLICT DO UPDATE SET until = NULL;
	UPDATE member_ties SET until = unixepoch() * 1000 WHERE OLD.guardian_member_id IS NOT NEW.guardian_member_id
		AND ((member_id = NEW.id AND other_id = OLD.guardian_member_id) OR (member_id = OLD.guardian_member_id AND other_id = NEW.id));
	INSERT INTO member_ties (member_id, other_id) SELECT NEW.id, NEW.guardian_member_id WHERE NEW.guardian_member_id IS NOT NULL
		ON CONFLICT DO UPDATE SET until = NULL;
	INSERT INTO member_ties (member_id, other_id) SELECT NEW.guardian_member_id, NEW.id WHERE NEW.guardian_member_id IS NOT NULL
		ON CONFLICT DO UPDATE SET until = NULL;
	INSERT INTO member_logins (member_id, user_id, until)
		SELECT NEW.merged_into, user_id, coalesce(until, unixepoch() * 1000) FROM member_logins
		WHERE member_id = NEW.id AND NEW.merged_into IS NOT NULL
		ON CONFLICT DO UPDATE SET until = iif(until IS NULL, NULL, max(until, excluded.until));
	INSERT INTO member_ties (member_id, other_id, until)
		SELECT NEW.merged_into, other_id, coalesce(until, unixepoch() * 1000) FROM member_ties
		WHERE member_id = NEW.id AND NEW.merged_into IS NOT NULL AND other_id <> NEW.merged_into
		ON CONFLICT DO UPDATE SET until = iif(until IS NULL, NULL, max(until, excluded.until));
	INSERT INTO member_ties (member_id, other_id, until)
		SELECT member_id, NEW.merged_into, coalesce(until, unixepoch() * 1000) FROM member_ties
		WHERE other_id = NEW.id AND NEW.merged_into IS NOT NULL AND member_id <> NEW.merged_into
		ON CONFLICT DO UPDATE SET until = iif(until IS NULL, NULL, max(until, excluded.until));
END;

-- THE family: the logins of a member, of their guardian and of their dependents, now or in the last twelve months. No union:
-- SQLite carries a column from outside into a join, and looks it up in the indexes from either end.
CREATE VIEW related_users AS
SELECT t.member_id, l.user_id FROM member_ties t JOIN member_logins l ON l.member_id = t.other_id
	WHERE (t.until IS NULL OR t.until > unixepoch('now', '-12 months') * 1000)
		AND (l.until IS NULL OR l.until > unixepoch('now', '-12 months') * 1000);

-- Names as they are compared (src/kernel/names.ts). The program folds: before a receipt is issued or a document decided, in
-- the same batch. NULL is a name that was written since; with one of those nothing is issued.
ALTER TABLE users ADD COLUMN name_folded TEXT;
ALTER TABLE members ADD COLUMN name_folded TEXT;
ALTER TABLE donors ADD COLUMN name_folded TEXT;
ALTER TABLE finance_documents ADD COLUMN payee_name_folded TEXT;
ALTER TABLE receipts ADD COLUMN payer_title_folded TEXT;
CREATE TRIGGER users_renamed_are_folded_anew AFTER UPDATE OF name ON users WHEN NEW.name <> OLD.name AND NEW.name_folded IS NOT NULL
BEGIN
	UPDATE users SET name_folded = NULL WHERE id = NEW.id;
END;
CREATE TRIGGER members_renamed_are_folded_anew AFTER UPDATE OF name ON members WHEN NEW.name <> OLD.name AND NEW.name_folded IS NOT NULL
BEGIN
	UPDATE members SET name_folded = NULL WHERE id = NEW.id;
END;
CREATE TRIGGER donors_renamed_are_folded_anew AFTER UPDATE OF name ON donors WHEN NEW.name <> OLD.name AND NEW.name_folded IS NOT NULL
BEGIN
	UPDATE donors SET name_folded = NULL WHERE id = NEW.id;
END;
CREATE TRIGGER finance_documents_renamed_are_folded_anew AFTER UPDATE OF payee_name ON finance_documents
WHEN NEW.payee_name <> OLD.payee_name AND NEW.payee_name_folded IS NOT NULL
BEGIN
	UPDATE finance_documents SET payee_name_folded = NULL WHERE id = NEW.id;
END;
-- Whose a receipt is: its member, the payer and whom the payment is for, the donor.
CREATE VIEW receipt_members AS
SELECT id AS receipt_id, member_id FROM receipts WHERE member_id IS NOT NULL
UNION SELECT r.id, p.payer_member_id FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.payer_member_id IS NOT NULL
UNION SELECT r.id, a.member_id FROM receipts r JOIN payment_allocations a ON a.payment_id = r.payment_id WHERE a.member_id IS NOT NULL
UNION SELECT r.id, d.member_id FROM receipts r JOIN income_records i ON i.id = r.income_id JOIN donors d ON d.id = i.donor_id
	WHERE d.member_id IS NOT NULL
UNION SELECT r.id, m.id FROM receipts r JOIN income_records i ON i.id = r.income_id JOIN donors d ON d.id = i.donor_id
	JOIN members m ON m.national_id_hash = d.national_id_hash;

-- The names of a user: their own, and those of their own records and their family's.
CREATE VIEW user_names AS
SELECT u.id AS user_id, u.name_folded FROM users u
UNION ALL SELECT r.user_id, m.name_folded FROM related_users r JOIN members m ON m.id = r.member_id;

-- Nobody issues a receipt to themselves or their family, in whatever series and however it came to it; nor one in a name of
-- theirs, or of somebody who is called so: that is another's to press.
DROP TRIGGER receipts_of_income_to_others;
CREATE TRIGGER receipts_are_nobodys_own AFTER INSERT ON receipts WHEN NEW.issued_by IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'receipt.own') WHERE EXISTS (SELECT 1 FROM receipt_members o JOIN related_users r ON r.member_id = o.member_id
			WHERE o.receipt_id = NEW.id AND r.user_id = NEW.issued_by)
		OR EXISTS (SELECT 1 FROM income_records i JOIN donors d ON d.id = i.donor_id JOIN users u ON u.email = d.email OR u.phone = d.phone
			WHERE i.id = NEW.income_id AND u.id = NEW.issued_by);
	SELECT RAISE(ABORT, 'receipt.same_name') WHERE EXISTS (SELECT 1 FROM user_names n WHERE n.user_id = NEW.issued_by AND (
		n.name_folded IS NULL OR NEW.payer_title_folded IS NULL OR n.name_folded = NEW.payer_title_folded
		OR EXISTS (SELECT 1 FROM receipt_members o JOIN members m ON m.id = o.member_id
			WHERE o.receipt_id = NEW.id AND coalesce(m.name_folded, n.name_folded) = n.name_folded)
		OR EXISTS (SELECT 1 FROM income_records i JOIN donors d ON d.id = i.donor_id
			WHERE i.id = NEW.income_id AND coalesce(d.name_folded, n.name_folded) = n.name_folded)));
END;
CREATE TRIGGER receipts_keep_their_folded_title BEFORE UPDATE ON receipts WHEN NEW.payer_title_folded IS NOT OLD.payer_title_folded
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;

-- Who wrote the title that stands there, where that is not who submitted the payment: another issues under it.
ALTER TABLE payments ADD COLUMN titled_by INTEGER REFERENCES users (id);
ALTER TABLE income_records ADD COLUMN titled_by INTEGER REFERENCES users (id);
UPDATE income_records SET titled_by = created_by WHERE state = 'draft';

-- A receipt that somebody asked for under another title: it is issued when another presses the same.
CREATE TABLE receipt_asks (
	receipt_id INTEGER PRIMARY KEY REFERENCES receipts (id),
	replacement TEXT NOT NULL CHECK (replacement IN ('title', 'per_member', 'one')),
	reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
	payer_title TEXT NOT NULL CHECK (length(payer_title) BETWEEN 1 AND 80),
	asked_by INTEGER NOT NULL REFERENCES users (id),
	asked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX receipt_asks_by_time ON receipt_asks (asked_at);
-- Whoever is pseudonymised has no family and no login before the present one, and nobody waits for their name.
CREATE TRIGGER members_pseudonymised_end_ties AFTER UPDATE OF pseudonymised_at ON members
WHEN NEW.pseudonymised_at IS NOT NULL AND OLD.pseudonymised_at IS NULL
BEGIN
	DELETE FROM member_logins WHERE member_id = NEW.id AND until IS NOT NULL;
	DELETE FROM member_ties WHERE NEW.id IN (member_id, other_id) AND until IS NOT NULL;
	DELETE FROM receipt_asks WHERE receipt_id IN (SELECT id FROM receipts WHERE member_id = NEW.id);
END;

-- It ends when its receipt moves on, voided or replaced, and with its money.
CREATE TRIGGER receipts_moved_end_asks AFTER UPDATE OF status, replaced_by ON receipts
WHEN (NEW.status, NEW.replaced_by) IS NOT (OLD.status, OLD.replaced_by)
BEGIN
	DELETE FROM receipt_asks WHERE receipt_id = NEW.id;
END;
CREATE TRIGGER payments_reversed_end_asks AFTER UPDATE OF status ON payments WHEN NEW.status = 'reversed' AND OLD.status <> 'reversed'
BEGIN
	DELETE FROM receipt_asks WHERE receipt_id IN (SELECT id FROM receipts WHERE payment_id = NEW.id);
END;
CREATE TRIGGER income_records_reversed_end_asks AFTER UPDATE OF state ON income_records
WHEN NEW.state = 'reversed' AND OLD.state <> 'reversed'
BEGIN
	DELETE FROM receipt_asks WHERE receipt_id IN (SELECT id FROM receipts WHERE income_id = NEW.id);
END;

-- Everybody who has to do with a document: its applicant; the payee, also one who is only named or is paid to the account of
-- another document, and their family; of a settlement who had the advance; of a refund who had paid, and their family.
CREATE INDEX finance_documents_by_account ON finance_documents (replace(payee_account, '-', '')) WHERE payee_account <> '';
CREATE INDEX users_by_folded_name ON users (name_folded) WHERE name_folded IS NOT NULL;
CREATE INDEX members_by_folded_name ON members (name_folded) WHERE name_folded IS NOT NULL;
DROP TRIGGER finance_events_by_others;
DROP VIEW finance_related;
CREATE VIEW finance_related AS
SELECT document_id, user_id FROM (SELECT id AS document_id, applicant_id AS user_id FROM finance_documents
UNION SELECT id, payee_user_id FROM finance_documents WHERE payee_user_id IS NOT NULL
UNION SELECT d.id, u.id FROM finance_documents d JOIN users u ON u.name = d.payee_name
	WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL
UNION SELECT d.id, u.id FROM finance_documents d JOIN users u ON u.name_folded = d.payee_name_folded
	WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN members m ON m.name_folded = d.payee_name_folded
	JOIN related_users r ON r.member_id = m.id WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL)
UNION SELECT document_id, user_id FROM (SELECT d.id AS document_id, r.user_id FROM finance_documents d
	JOIN related_users r ON r.member_id = d.payee_member_id
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN members m ON m.user_id = d.payee_user_id
	JOIN related_users r ON r.member_id = m.id
UNION SELECT d.id, o.payee_user_id FROM finance_documents d
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(d.payee_account, '-', '')
	WHERE d.payee_account <> '' AND o.payee_user_id IS NOT NULL
UNION SELECT d.id, r.user_id FROM finance_documents d
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(d.payee_account, '-', '')
	JOIN related_users r ON r.member_id = o.payee_member_id WHERE d.payee_account <> '')
UNION SELECT document_id, user_id FROM (SELECT d.id AS document_id, a.applicant_id AS user_id FROM finance_documents d
	JOIN finance_documents a ON a.id = d.advance_id
UNION SELECT d.id, a.payee_user_id FROM finance_documents d JOIN finance_documents a ON a.id = d.advance_id
	WHERE a.payee_user_id IS NOT NULL
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN payments p ON p.id = d.payment_id
	JOIN related_users r ON r.member_id = p.payer_member_id);
CREATE TRIGGER finance_events_by_others BEFORE INSERT ON finance_events
WHEN NEW.step NOT IN ('submit', 'resubmit', 'withdraw', 'comment')
	AND EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = NEW.document_id AND r.user_id IN (NEW.user_id, NEW.on_behalf_of))
BEGIN
	SELECT RAISE(ABORT, 'finance.own_document');
END;
