-- Whom the association pays: people and companies outside it, staff and members, each once.
CREATE TABLE payees (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('person', 'company')),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	name_folded TEXT NOT NULL, -- as names are compared (src/kernel/names.ts)
	seal_id TEXT NOT NULL UNIQUE,
	person_key TEXT, -- sealed; gone after pseudonymisation
	national_id TEXT, -- sealed: 身分證字號 or 居留證號 of a person
	national_id_hash TEXT,
	national_id_mask TEXT,
	tax_id TEXT CHECK (tax_id GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'), -- 統一編號 of a company
	is_resident INTEGER NOT NULL DEFAULT 1 CHECK (is_resident IN (0, 1)), -- 居住者, for the tax that is withheld
	user_id INTEGER REFERENCES users (id), -- who is staff
	member_id INTEGER REFERENCES members (id), -- who is a member
	merged_member_id INTEGER REFERENCES members (id), -- whose second record this is, since two members were merged
	email TEXT CHECK (length(email) <= 254),
	phone TEXT CHECK (length(phone) <= 40),
	address TEXT NOT NULL DEFAULT '' CHECK (length(address) <= 200),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	pseudonymised_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (kind = 'person' OR (national_id IS NULL AND national_id_hash IS NULL AND user_id IS NULL AND member_id IS NULL
		AND merged_member_id IS NULL)),
	CHECK (kind = 'company' OR tax_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX payees_national_id ON payees (national_id_hash) WHERE national_id_hash IS NOT NULL;
CREATE UNIQUE INDEX payees_tax_id ON payees (tax_id) WHERE tax_id IS NOT NULL;
CREATE UNIQUE INDEX payees_of_user ON payees (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX payees_of_member ON payees (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX payees_of_merged ON payees (merged_member_id) WHERE merged_member_id IS NOT NULL;
CREATE INDEX payees_by_name ON payees (name, id);
CREATE INDEX payees_folded ON payees (name_folded);
CREATE TRIGGER payees_are_never_replaced BEFORE INSERT ON payees
WHEN EXISTS (SELECT 1 FROM payees WHERE id = NEW.id OR seal_id = NEW.seal_id OR national_id_hash = NEW.national_id_hash
	OR tax_id = NEW.tax_id OR user_id = NEW.user_id OR member_id = NEW.member_id)
BEGIN
	SELECT RAISE(ABORT, 'payee.taken');
END;
CREATE TRIGGER payees_are_never_deleted BEFORE DELETE ON payees
BEGIN
	SELECT RAISE(ABORT, 'payee.is_final');
END;
CREATE TRIGGER payees_keep_their_place BEFORE UPDATE ON payees
WHEN NEW.id <> OLD.id OR NEW.seal_id <> OLD.seal_id OR NEW.kind <> OLD.kind
	OR EXISTS (SELECT 1 FROM payees WHERE id <> OLD.id AND (national_id_hash = NEW.national_id_hash OR tax_id = NEW.tax_id
		OR user_id = NEW.user_id OR member_id = NEW.member_id))
BEGIN
	SELECT RAISE(ABORT, 'payee.taken');
END;

-- Accounts to which a payee is paid. One that was used stays; one that is no longer used is switched off.
CREATE TABLE payee_accounts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	payee_id INTEGER NOT NULL REFERENCES payees (id),
	bank_code TEXT NOT NULL CHECK (bank_code GLOB '[0-9][0-9][0-9]'), -- 金融機構代碼 (src/kernel/bank-codes.ts)
	branch TEXT NOT NULL DEFAULT '' CHECK (length(branch) <= 40),
	account TEXT NOT NULL CHECK (length(account) BETWEEN 1 AND 40 AND account NOT GLOB '*[^0-9-]*' AND account GLOB '*[0-9]*'),
	holder TEXT NOT NULL CHECK (length(holder) BETWEEN 1 AND 80), -- 戶名
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	created_at INTEGER NOT NULL,
	UNIQUE (payee_id, bank_code, account)
) STRICT;
CREATE TRIGGER payee_accounts_are_never_replaced BEFORE INSERT ON payee_accounts
WHEN EXISTS (SELECT 1 FROM payee_accounts WHERE id = NEW.id
	OR (payee_id = NEW.payee_id AND bank_code = NEW.bank_code AND account = NEW.account))
BEGIN
	SELECT RAISE(ABORT, 'payee.account_taken');
END;
CREATE TRIGGER payee_accounts_keep_their_number BEFORE UPDATE ON payee_accounts
WHEN (NEW.id, NEW.payee_id, NEW.bank_code, NEW.account) IS NOT (OLD.id, OLD.payee_id, OLD.bank_code, OLD.account)
BEGIN
	SELECT RAISE(ABORT, 'payee.is_final');
END;

-- Papers by which no supplementary premium (補充保費) is withheld from a person (補充保費辦法 §§4–5): class 2 of the insured
-- (職業工會等第二類被保險人, salary only) and class 5 (低收入戶). A paper holds from the day on which it was shown.
CREATE TABLE payee_exemptions (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	payee_id INTEGER NOT NULL REFERENCES payees (id),
	kind TEXT NOT NULL CHECK (kind IN ('class2', 'class5')),
	paper TEXT NOT NULL CHECK (length(paper) BETWEEN 1 AND 120), -- such as 投保單位在保證明
	shown_on TEXT NOT NULL CHECK (shown_on IS date(shown_on)),
	until TEXT CHECK (until IS date(until) AND until >= shown_on), -- the last day
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payee_exemptions_of_payee ON payee_exemptions (payee_id, shown_on);
CREATE TRIGGER payee_exemptions_are_never_deleted BEFORE DELETE ON payee_exemptions
BEGIN
	SELECT RAISE(ABORT, 'payee.is_final');
END;
-- An exemption ends by a last day; what was shown stays as it was written.
CREATE TRIGGER payee_exemptions_only_end BEFORE UPDATE ON payee_exemptions
WHEN (NEW.id, NEW.kind, NEW.paper, NEW.shown_on, NEW.created_at) IS NOT (OLD.id, OLD.kind, OLD.paper, OLD.shown_on, OLD.created_at)
	OR NEW.payee_id <> OLD.payee_id
BEGIN
	SELECT RAISE(ABORT, 'payee.is_final');
END;

-- The record of the payee that a request was filled from. The request itself keeps the name and the account that were approved.
ALTER TABLE finance_documents ADD COLUMN payee_id INTEGER REFERENCES payees (id);
CREATE INDEX finance_documents_by_payee ON finance_documents (payee_id, paid_on) WHERE payee_id IS NOT NULL;
CREATE INDEX payee_accounts_plain ON payee_accounts (replace(account, '-', ''));
-- The last payment to the same payee, who may have had no record then, is looked for by name and by 統一編號.
CREATE INDEX finance_documents_by_payee_name ON finance_documents (payee_name_folded) WHERE payee_name_folded IS NOT NULL;
CREATE INDEX finance_documents_by_payee_tax_id ON finance_documents (payee_tax_id) WHERE payee_tax_id IS NOT NULL;

INSERT INTO role_permissions (role_id, permission) SELECT id, 'payees.manage' FROM roles WHERE code IN ('admin', 'cashier', 'accountant');

CREATE VIEW payees_found_by (kind, id, text) AS SELECT 'payee', r.id,
	r.name || char(10) || coalesce(r.tax_id, '') FROM payees r WHERE r.pseudonymised_at IS NULL;
CREATE TRIGGER payees_insert_found_by AFTER INSERT ON payees
BEGIN
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM payees_found_by WHERE id = NEW.id;
END;
CREATE TRIGGER payees_update_found_by AFTER UPDATE OF name, tax_id, pseudonymised_at ON payees
WHEN (NEW.name, NEW.tax_id, NEW.pseudonymised_at) IS NOT (OLD.name, OLD.tax_id, OLD.pseudonymised_at)
BEGIN
	DELETE FROM record_texts WHERE kind = 'payee' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM payees_found_by WHERE id = NEW.id;
END;
