-- 社會團體財務處理辦法 §15: money leaves 基金專戶 (1310) by a resolution of the 理事會 alone; its meeting and day stand on the voucher.
-- A reversal takes back what was done, a movement within 1310 leaves nothing. Vouchers that were posted before stay as they are.
ALTER TABLE vouchers ADD COLUMN resolution_no TEXT CHECK (length(resolution_no) BETWEEN 1 AND 80);
ALTER TABLE vouchers ADD COLUMN resolution_on TEXT CHECK (resolution_on IS date(resolution_on)
	AND (resolution_on IS NULL) = (resolution_no IS NULL));

CREATE VIEW fund_accounts AS
SELECT id AS account_id FROM accounts WHERE code = '1310' OR code GLOB '1310-*';

CREATE TRIGGER vouchers_leave_funds_by_resolution BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source NOT IN ('opening', 'closing', 'reversal', 'finance')
	AND (NEW.resolution_no IS NULL OR NEW.resolution_on > NEW.date)
	AND (SELECT sum(l.credit - l.debit) FROM voucher_lines l JOIN fund_accounts f ON f.account_id = l.account_id
		WHERE l.voucher_id = OLD.id) > 0
BEGIN
	SELECT RAISE(ABORT, CASE NEW.source WHEN 'manual' THEN 'voucher.fund_resolution' ELSE 'voucher.from_fund' END);
END;
-- A payment of an expense request has no voucher yet: it is made from another account, to which a voucher brought the money.
CREATE TRIGGER finance_documents_pay_outside_funds BEFORE UPDATE ON finance_documents
WHEN OLD.state <> 'paid' AND NEW.state = 'paid' AND OLD.state <> 'posted' AND NEW.net > 0
	AND EXISTS (SELECT 1 FROM fund_accounts WHERE account_id = NEW.paid_from)
BEGIN
	SELECT RAISE(ABORT, 'voucher.from_fund');
END;
