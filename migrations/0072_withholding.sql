-- Rates and thresholds of what is withheld (扣繳) from payments, each from a day on (docs/accounting.md, Withholding). A value is never
-- changed nor taken away: another one from the same day corrects it, and of several the one written last holds. What a request
-- withheld by an earlier value stands in the request.
CREATE TABLE withholding_rates (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('resident_rate', 'resident_salary_rate', 'tax_free', 'salary_from', 'foreign_rate',
		'foreign_salary_rate', 'foreign_low_salary_rate', 'foreign_free', 'basic_wage', 'premium_rate', 'premium_from', 'premium_most')),
	from_on TEXT NOT NULL CHECK (from_on IS date(from_on)),
	-- Whole NT$, or of a rate parts per 10,000; two rates together are less than the payment.
	value INTEGER NOT NULL CHECK (value BETWEEN 1 AND CASE WHEN kind LIKE '%_rate' THEN 4000 ELSE 99999999 END),
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX withholding_rates_of_kind ON withholding_rates (kind, from_on, id);
CREATE TRIGGER withholding_rates_are_never_replaced BEFORE INSERT ON withholding_rates
WHEN EXISTS (SELECT 1 FROM withholding_rates WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'withholding.rate_is_final');
END;
CREATE TRIGGER withholding_rates_are_final BEFORE UPDATE ON withholding_rates
BEGIN
	SELECT RAISE(ABORT, 'withholding.rate_is_final');
END;
CREATE TRIGGER withholding_rates_are_never_deleted BEFORE DELETE ON withholding_rates
BEGIN
	SELECT RAISE(ABORT, 'withholding.rate_is_final');
END;
-- All of these were in force on 2021-01-01, when the premium's rate became 2.11%. What a year's tables say (salary_from, basic_wage)
-- is written by the accountant each year.
INSERT INTO withholding_rates (kind, from_on, value, created_at) SELECT value ->> 0, '2021-01-01', value ->> 1, 0
FROM json_each('[["resident_rate", 1000], ["resident_salary_rate", 500], ["tax_free", 2000], ["foreign_rate", 2000],
	["foreign_salary_rate", 1800], ["foreign_low_salary_rate", 600], ["foreign_free", 5000], ["premium_rate", 211],
	["premium_from", 20000], ["premium_most", 10000000]]');

-- The request by which the tax of a month, the tax of non-residents (非居住者) of a day, or the premium of a month is paid: one each,
-- and another one where that was rejected, withdrawn or voided.
CREATE TABLE withholding_payments (
	document_id INTEGER PRIMARY KEY REFERENCES finance_documents (id) ON DELETE CASCADE,
	kind TEXT NOT NULL CHECK (kind IN ('tax', 'foreign_tax', 'premium', 'own_premium')),
	period TEXT NOT NULL, -- a month (2026-10), or of foreign_tax the day of payment
	CHECK (CASE WHEN kind = 'foreign_tax' THEN period IS date(period) ELSE period || '-01' IS date(period || '-01') END)
) STRICT;
CREATE INDEX withholding_payments_of_period ON withholding_payments (period, kind);
CREATE TRIGGER withholding_payments_are_made_once BEFORE INSERT ON withholding_payments
WHEN EXISTS (SELECT 1 FROM withholding_payments WHERE document_id = NEW.document_id)
	OR EXISTS (SELECT 1 FROM withholding_payments p JOIN finance_documents d ON d.id = p.document_id
		WHERE p.kind = NEW.kind AND p.period = NEW.period AND d.state NOT IN ('rejected', 'withdrawn', 'voided'))
BEGIN
	SELECT RAISE(ABORT, 'withholding.requested');
END;
CREATE TRIGGER withholding_payments_are_final BEFORE UPDATE ON withholding_payments
BEGIN
	SELECT RAISE(ABORT, 'withholding.requested');
END;
-- It goes only with its request, a draft that is deleted.
CREATE TRIGGER withholding_payments_are_never_deleted BEFORE DELETE ON withholding_payments
WHEN EXISTS (SELECT 1 FROM finance_documents WHERE id = OLD.document_id)
BEGIN
	SELECT RAISE(ABORT, 'withholding.is_fixed');
END;
-- Such a request asks for what is due and for nothing else, also while it is a draft; its papers and how it is paid may change.
CREATE TRIGGER finance_documents_pay_what_is_due BEFORE UPDATE ON finance_documents
WHEN (NEW.kind, NEW.title, NEW.gross, NEW.income_tax, NEW.nhi, NEW.register)
		IS NOT (OLD.kind, OLD.title, OLD.gross, OLD.income_tax, OLD.nhi, OLD.register)
	AND EXISTS (SELECT 1 FROM withholding_payments WHERE document_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'withholding.is_fixed');
END;
-- What was paid in a month or a year, by the day of payment.
CREATE INDEX finance_documents_by_day_paid ON finance_documents (paid_on) WHERE state IN ('paid', 'posted');
