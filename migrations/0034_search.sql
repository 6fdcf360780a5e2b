-- What staff search by, of every kind of record: its names and numbers, and the words that begin in them. Derived data, kept by
-- triggers alone, so that it is as the record is in every moment: what is corrected, merged or pseudonymised there is so here.
-- Members have their own (0019). No body of a text: those of the website are in the index of the SEARCH database.

INSERT INTO ordinals (n) WITH RECURSIVE more (n) AS (SELECT 41 UNION ALL SELECT n + 1 FROM more WHERE n < 900) SELECT n FROM more;

-- Folded: a field is a line, and begins with a space; so does each run of letters and digits, and each of Chinese, which stand
-- apart: '王小明 (A12)' is ' 王小明 a12'. Small letters, half width, 台 for 臺; other signs are left out.
CREATE TABLE record_texts (
	kind TEXT NOT NULL,
	id INTEGER NOT NULL, -- of the record
	text TEXT NOT NULL,
	PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
-- What stands at each place where something can be found: six characters from every Chinese one, twelve from the beginning of
-- every other word.
CREATE TABLE record_words (
	kind TEXT NOT NULL,
	word TEXT NOT NULL,
	id INTEGER NOT NULL,
	PRIMARY KEY (kind, word, id)
) STRICT, WITHOUT ROWID;

-- Written as it stands in the record; folded at once (domain/search/needles.ts does the same to what is typed).
CREATE TRIGGER record_texts_insert_folds AFTER INSERT ON record_texts
BEGIN
	UPDATE record_texts SET text = coalesce((
		SELECT group_concat(CASE WHEN part = '' THEN iif(c = char(10), c, '') WHEN part = before THEN c ELSE ' ' || c END, '' ORDER BY n)
		FROM (SELECT n, c, part, lag(part, 1, '') OVER (ORDER BY n) AS before
			FROM (SELECT n, c, CASE
					WHEN c BETWEEN '0' AND '9' OR c BETWEEN 'a' AND 'z' THEN 'word'
					WHEN u BETWEEN 192 AND 8191 AND u NOT IN (215, 247) THEN 'word'
					WHEN u BETWEEN 12293 AND 12295 OR u BETWEEN 12353 AND 42191 AND u <> 12539 OR u BETWEEN 44032 AND 55215
						OR u BETWEEN 63744 AND 64255 OR u BETWEEN 131072 AND 262143 THEN 'han'
					ELSE '' END AS part
				FROM (SELECT n, c, unicode(c) AS u FROM (
					SELECT o.n, CASE WHEN unicode(substr(NEW.text, o.n, 1)) BETWEEN 65281 AND 65374
							THEN lower(char(unicode(substr(NEW.text, o.n, 1)) - 65248))
							ELSE replace(lower(substr(NEW.text, o.n, 1)), '臺', '台') END AS c
					FROM ordinals o WHERE o.n <= length(NEW.text)))))
		), '')
	WHERE kind = NEW.kind AND id = NEW.id;
	INSERT INTO record_words (kind, word, id)
	SELECT DISTINCT t.kind, substr(t.text, o.n, iif(substr(t.text, o.n, 1) >= char(12293), 6, 12)), t.id FROM record_texts t JOIN ordinals o ON o.n <= length(t.text)
	WHERE t.kind = NEW.kind AND t.id = NEW.id AND substr(t.text, o.n, 1) NOT IN (' ', char(10))
		AND (substr(t.text, o.n, 1) >= char(12293) OR substr(t.text, o.n - 1, 1) = ' ');
END;
CREATE TRIGGER record_texts_delete_words AFTER DELETE ON record_texts
BEGIN
	DELETE FROM record_words WHERE kind = OLD.kind AND id = OLD.id
		AND word IN (SELECT substr(OLD.text, o.n, p.length) FROM ordinals o, (SELECT 6 AS length UNION ALL SELECT 12) p
			WHERE o.n <= length(OLD.text));
END;

-- What each record is found by. Articles and pages only while they are not public: then the index of SEARCH has them, body and all.
CREATE VIEW users_found_by (kind, id, text) AS SELECT 'user', r.id,
	r.name || char(10) || coalesce(r.email, '') || char(10)
		|| coalesce(r.phone || char(10) || substr(r.phone, 5) || char(10) || substr(r.phone, 7) || char(10) || substr(r.phone, 8), '') FROM users r;
CREATE VIEW receipts_found_by (kind, id, text) AS SELECT 'receipt', r.id,
	r.number || char(10) || replace(r.number, '-', '') || char(10) || r.payer_title || char(10) || r.amount || char(10)
	|| coalesce((SELECT group_concat(DISTINCT j.value ->> '$.member_no') FROM json_each(r.items) j), '') FROM receipts r;
CREATE VIEW finance_documents_found_by (kind, id, text) AS SELECT 'finance', r.id,
	coalesce('F' || r.roc_year || '-' || printf('%04d', r.seq) || char(10) || r.roc_year || '-' || printf('%04d', r.seq)
		|| char(10) || 'F' || r.roc_year || printf('%04d', r.seq) || char(10) || r.roc_year || printf('%04d', r.seq), '')
	|| char(10) || r.title || char(10) || r.payee_name || char(10) || coalesce(r.payee_tax_id, '')
	|| char(10) || (SELECT u.name FROM users u WHERE u.id = r.applicant_id) || char(10) || r.gross
	|| char(10) || r.net FROM finance_documents r;
CREATE VIEW vouchers_found_by (kind, id, text) AS SELECT 'voucher', r.id,
	coalesce(CASE r.kind WHEN 'income' THEN '收' WHEN 'expense' THEN '支' ELSE '轉' END || r.roc_year || '-' || printf('%04d', r.seq)
		|| char(10) || r.roc_year || printf('%04d', r.seq)
		|| char(10) || (SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = r.id), '')
	|| char(10) || r.description FROM vouchers r;
CREATE VIEW payments_found_by (kind, id, text) AS SELECT 'payment', r.id,
	r.payer_title || char(10) || coalesce(r.last5, '') || char(10) || coalesce(r.old_receipt_no, '')
	|| char(10) || r.amount FROM payments r;
CREATE VIEW income_records_found_by (kind, id, text) AS SELECT 'income', r.id,
	coalesce('I' || r.roc_year || '-' || printf('%04d', r.seq) || char(10) || r.roc_year || '-' || printf('%04d', r.seq)
		|| char(10) || 'I' || r.roc_year || printf('%04d', r.seq) || char(10) || r.roc_year || printf('%04d', r.seq), '')
	|| char(10) || r.payer_title || char(10) || r.purpose || char(10) || r.items || char(10)
	|| coalesce(r.amount, '') FROM income_records r;
CREATE VIEW articles_found_by (kind, id, text) AS SELECT 'article', r.id,
	r.title || char(10) || r.slug FROM articles r WHERE r.state IN ('draft', 'scheduled', 'archived');
CREATE VIEW pages_found_by (kind, id, text) AS SELECT 'page', r.id,
	r.title || char(10) || r.slug FROM pages r WHERE r.state IN ('draft', 'scheduled', 'archived');
CREATE VIEW documents_found_by (kind, id, text) AS SELECT 'document', r.id,
	r.title || char(10) || r.slug || char(10) || r.category || char(10) || substr(r.description, 1, 200) FROM documents r;
CREATE VIEW announcements_found_by (kind, id, text) AS SELECT 'announcement', r.id,
	r.title || char(10) || r.slug FROM announcements r;
CREATE VIEW tasks_found_by (kind, id, text) AS SELECT 'task', r.id,
	r.title || char(10) || substr(r.body, 1, 200) FROM tasks r;

CREATE TRIGGER users_insert_found_by AFTER INSERT ON users
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM users_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER users_update_found_by AFTER UPDATE OF name, email, phone ON users
WHEN (NEW.name, NEW.email, NEW.phone) IS NOT (OLD.name, OLD.email, OLD.phone)
BEGIN
	DELETE FROM record_texts WHERE kind = 'user' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM users_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER users_delete_found_by AFTER DELETE ON users
BEGIN
	DELETE FROM record_texts WHERE kind = 'user' AND id = OLD.id;
END;
CREATE TRIGGER receipts_insert_found_by AFTER INSERT ON receipts
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM receipts_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER receipts_delete_found_by AFTER DELETE ON receipts
BEGIN
	DELETE FROM record_texts WHERE kind = 'receipt' AND id = OLD.id;
END;
CREATE TRIGGER finance_documents_insert_found_by AFTER INSERT ON finance_documents
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM finance_documents_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER finance_documents_update_found_by
AFTER UPDATE OF title, payee_name, payee_tax_id, gross, income_tax, nhi, advanced, applicant_id, roc_year, seq ON finance_documents
WHEN (NEW.title, NEW.payee_name, NEW.payee_tax_id, NEW.applicant_id, NEW.roc_year, NEW.seq)
		IS NOT (OLD.title, OLD.payee_name, OLD.payee_tax_id, OLD.applicant_id, OLD.roc_year, OLD.seq)
	OR (NEW.gross, NEW.income_tax, NEW.nhi, NEW.advanced) IS NOT (OLD.gross, OLD.income_tax, OLD.nhi, OLD.advanced)
BEGIN
	DELETE FROM record_texts WHERE kind = 'finance' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM finance_documents_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER finance_documents_delete_found_by AFTER DELETE ON finance_documents
BEGIN
	DELETE FROM record_texts WHERE kind = 'finance' AND id = OLD.id;
END;
CREATE TRIGGER vouchers_insert_found_by AFTER INSERT ON vouchers
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM vouchers_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER vouchers_update_found_by AFTER UPDATE OF state, description, kind, roc_year, seq ON vouchers
WHEN (NEW.state, NEW.description, NEW.kind, NEW.roc_year, NEW.seq) IS NOT (OLD.state, OLD.description, OLD.kind, OLD.roc_year, OLD.seq)
BEGIN
	DELETE FROM record_texts WHERE kind = 'voucher' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM vouchers_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER vouchers_delete_found_by AFTER DELETE ON vouchers
BEGIN
	DELETE FROM record_texts WHERE kind = 'voucher' AND id = OLD.id;
END;
CREATE TRIGGER payments_insert_found_by AFTER INSERT ON payments
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM payments_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER payments_update_found_by AFTER UPDATE OF payer_title, last5, amount, old_receipt_no ON payments
WHEN (NEW.payer_title, NEW.last5, NEW.amount, NEW.old_receipt_no) IS NOT (OLD.payer_title, OLD.last5, OLD.amount, OLD.old_receipt_no)
BEGIN
	DELETE FROM record_texts WHERE kind = 'payment' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM payments_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER payments_delete_found_by AFTER DELETE ON payments
BEGIN
	DELETE FROM record_texts WHERE kind = 'payment' AND id = OLD.id;
END;
CREATE TRIGGER income_records_insert_found_by AFTER INSERT ON income_records
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM income_records_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER income_records_update_found_by AFTER UPDATE OF payer_title, purpose, items, amount, roc_year, seq ON income_records
WHEN (NEW.payer_title, NEW.purpose, NEW.items, NEW.amount, NEW.roc_year, NEW.seq)
	IS NOT (OLD.payer_title, OLD.purpose, OLD.items, OLD.amount, OLD.roc_year, OLD.seq)
BEGIN
	DELETE FROM record_texts WHERE kind = 'income' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM income_records_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER income_records_delete_found_by AFTER DELETE ON income_records
BEGIN
	DELETE FROM record_texts WHERE kind = 'income' AND id = OLD.id;
END;
CREATE TRIGGER articles_insert_found_by AFTER INSERT ON articles
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM articles_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER articles_update_found_by AFTER UPDATE OF title, slug, state ON articles
WHEN (NEW.title, NEW.slug, NEW.state) IS NOT (OLD.title, OLD.slug, OLD.state)
BEGIN
	DELETE FROM record_texts WHERE kind = 'article' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM articles_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER articles_delete_found_by AFTER DELETE ON articles
BEGIN
	DELETE FROM record_texts WHERE kind = 'article' AND id = OLD.id;
END;
CREATE TRIGGER pages_insert_found_by AFTER INSERT ON pages
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM pages_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER pages_update_found_by AFTER UPDATE OF title, slug, state ON pages
WHEN (NEW.title, NEW.slug, NEW.state) IS NOT (OLD.title, OLD.slug, OLD.state)
BEGIN
	DELETE FROM record_texts WHERE kind = 'page' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM pages_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER pages_delete_found_by AFTER DELETE ON pages
BEGIN
	DELETE FROM record_texts WHERE kind = 'page' AND id = OLD.id;
END;
CREATE TRIGGER documents_insert_found_by AFTER INSERT ON documents
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM documents_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER documents_update_found_by AFTER UPDATE OF title, slug, category, description ON documents
WHEN (NEW.title, NEW.slug, NEW.category, NEW.description) IS NOT (OLD.title, OLD.slug, OLD.category, OLD.description)
BEGIN
	DELETE FROM record_texts WHERE kind = 'document' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM documents_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER documents_delete_found_by AFTER DELETE ON documents
BEGIN
	DELETE FROM record_texts WHERE kind = 'document' AND id = OLD.id;
END;
CREATE TRIGGER announcements_insert_found_by AFTER INSERT ON announcements
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM announcements_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER announcements_update_found_by AFTER UPDATE OF title, slug ON announcements
WHEN (NEW.title, NEW.slug) IS NOT (OLD.title, OLD.slug)
BEGIN
	DELETE FROM record_texts WHERE kind = 'announcement' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM announcements_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER announcements_delete_found_by AFTER DELETE ON announcements
BEGIN
	DELETE FROM record_texts WHERE kind = 'announcement' AND id = OLD.id;
END;
CREATE TRIGGER tasks_insert_found_by AFTER INSERT ON tasks
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM tasks_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER tasks_update_found_by AFTER UPDATE OF title, body ON tasks
WHEN (NEW.title, NEW.body) IS NOT (OLD.title, OLD.body)
BEGIN
	DELETE FROM record_texts WHERE kind = 'task' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM tasks_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER tasks_delete_found_by AFTER DELETE ON tasks
BEGIN
	DELETE FROM record_texts WHERE kind = 'task' AND id = OLD.id;
END;
-- A document is found by who asked for it.
CREATE TRIGGER users_rename_found_by AFTER UPDATE OF name ON users
WHEN NEW.name <> OLD.name AND EXISTS (SELECT 1 FROM finance_documents WHERE applicant_id = NEW.id)
BEGIN
	DELETE FROM record_texts WHERE kind = 'finance' AND id IN (SELECT id FROM finance_documents WHERE applicant_id = NEW.id);
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM finance_documents_found_by
	WHERE id IN (SELECT id FROM finance_documents WHERE applicant_id = NEW.id);
END;

INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM users_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM receipts_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM finance_documents_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM vouchers_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM payments_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM income_records_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM articles_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM pages_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM documents_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM announcements_found_by;
INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM tasks_found_by;
