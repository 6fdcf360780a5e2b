-- 定期存款: a bank account that holds a sum at a rate (in thousandths of a percent a year) until a day, and is renewed after it or not.
-- It stands below 1130, or below 1310 in the funds. Money comes to it and leaves it by vouchers alone.
ALTER TABLE bank_accounts ADD COLUMN term_rate INTEGER CHECK (term_rate BETWEEN 0 AND 20000);
ALTER TABLE bank_accounts ADD COLUMN term_from TEXT CHECK (term_from IS date(term_from));
ALTER TABLE bank_accounts ADD COLUMN term_renews INTEGER CHECK (term_renews IN (0, 1));
ALTER TABLE bank_accounts ADD COLUMN term_until TEXT CHECK (term_until IS date(term_until)
	AND (term_until IS NULL) = (term_rate IS NULL) AND (term_until IS NULL) = (term_from IS NULL)
	AND (term_until IS NULL) = (term_renews IS NULL)
	AND (term_until IS NULL OR (term_until > term_from AND kind = 'bank' AND is_shown = 0)));

CREATE VIEW term_deposits AS
SELECT id AS bank_account_id, account_id FROM bank_accounts WHERE term_until IS NOT NULL;

-- What is one stays one, and nothing else becomes one: records of payments stand on accounts that take them.
CREATE TRIGGER bank_accounts_keep_their_term BEFORE UPDATE ON bank_accounts
WHEN (NEW.term_until IS NULL) <> (OLD.term_until IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER payments_come_to_no_term_deposit BEFORE INSERT ON payments
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER payments_move_to_no_term_deposit BEFORE UPDATE OF bank_account_id ON payments
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER income_comes_to_no_term_deposit BEFORE INSERT ON income_records
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER income_moves_to_no_term_deposit BEFORE UPDATE OF bank_account_id ON income_records
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER cash_comes_to_no_term_deposit BEFORE INSERT ON cash_deposits
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER statements_are_of_no_term_deposit BEFORE INSERT ON bank_statements
WHEN NEW.bank_account_id IN (SELECT bank_account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;
CREATE TRIGGER finance_documents_pay_from_no_term_deposit BEFORE UPDATE ON finance_documents
WHEN NEW.paid_from IS NOT OLD.paid_from AND NEW.paid_from IN (SELECT account_id FROM term_deposits)
BEGIN
	SELECT RAISE(ABORT, 'bank.term');
END;

-- The one sub-account that stands for its account where none is named (migration 0042) is never a 定期存款.
DROP VIEW cash_homes;
CREATE VIEW cash_homes AS
SELECT p.account_id, coalesce(
	(SELECT min(s.id) FROM accounts s WHERE s.code > p.code || '-' AND s.code < p.code || '.' AND s.is_active = 1
		AND s.id NOT IN (SELECT account_id FROM term_deposits) HAVING count(*) = 1),
	(SELECT min(s.id) FROM accounts s WHERE s.code > p.code || '-' AND s.code < p.code || '.' AND s.is_active = 1
		AND s.id IN (SELECT account_id FROM posting_accounts) HAVING count(*) = 1)) AS home_id
FROM cash_parents p;
