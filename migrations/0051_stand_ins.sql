-- A step that none of its holders can take is taken by 理事長 or 監事 (docs: accounting).

-- Who holds which permission: themselves (person is NULL), or from day to day in whose place.
CREATE VIEW permission_holders AS
SELECT p.permission, x.user_id, NULL AS person, '0001-01-01' AS starts_on, '9999-12-31' AS ends_on FROM role_permissions p
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id AND u.status = 'active'
UNION ALL SELECT p.permission, d.deputy_id, u.id, d.starts_on, d.ends_on FROM role_permissions p
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id AND u.status = 'active'
	JOIN deputies d ON d.user_id = u.id AND d.ended_at IS NULL JOIN users v ON v.id = d.deputy_id AND v.status = 'active';

-- Set of an event that 理事長 or 監事 wrote because nobody who holds the step could.
ALTER TABLE finance_events ADD COLUMN stands_in INTEGER NOT NULL DEFAULT 0 CHECK (stands_in IN (0, 1));

-- A step of a finance document is taken by who may, that day: by a role, or in the place of somebody who has it. The table
-- is that of permissionsFor in the code; a test compares.
CREATE TRIGGER finance_events_by_who_may AFTER INSERT ON finance_events
WHEN NEW.step NOT IN ('withdraw', 'comment') AND NEW.stands_in = 0 AND NOT EXISTS (SELECT 1 FROM permission_holders h
	WHERE h.user_id = NEW.user_id AND h.person IS NEW.on_behalf_of
		AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on
		AND (h.permission = CASE NEW.step
			WHEN 'submit' THEN 'finance.submit' WHEN 'resubmit' THEN 'finance.submit'
			WHEN 'approve_cashier' THEN 'finance.review.cashier' WHEN 'approve_accountant' THEN 'finance.review.accountant'
			WHEN 'approve_chair' THEN 'finance.review.chair' WHEN 'post' THEN 'ledger.post' WHEN 'unpost' THEN 'ledger.post'
			WHEN 'return' THEN replace(NEW.from_state, 'pending_', 'finance.review.')
			WHEN 'reject' THEN replace(NEW.from_state, 'pending_', 'finance.review.')
			WHEN 'pay' THEN 'finance.pay' WHEN 'unpay_ask' THEN 'finance.pay' WHEN 'unpay' THEN 'finance.pay' END
		OR (NEW.step IN ('void', 'unpay') AND h.permission IN ('finance.review.accountant', 'finance.review.chair'))
		OR (NEW.step = 'unpay' AND h.permission = 'confirmations.decide')))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_your_step');
END;

-- By 理事長 or 監事 the step alone that the document waits for, or its return, and only where somebody holds that step and nobody
-- of those can take it that day; and what takes back what was paid or posted so. The long condition is isDocumentStranded of the code; a test compares.
CREATE TRIGGER finance_events_by_stand_ins BEFORE INSERT ON finance_events
WHEN NEW.stands_in = 1 AND (NEW.concurrent_post_id IS NOT NULL
	OR NEW.step NOT IN ('return', 'reject', 'unpay_ask', 'unpost', CASE NEW.from_state WHEN 'approved' THEN 'pay' WHEN 'paid' THEN 'post'
		ELSE replace(NEW.from_state, 'pending_', 'approve_') END)
	OR (NEW.step IN ('unpay_ask', 'unpost') AND coalesce((SELECT e.stands_in FROM finance_events e WHERE e.document_id = NEW.document_id
		AND e.step = iif(NEW.step = 'unpost', 'post', 'pay') ORDER BY e.seq DESC LIMIT 1), 0) = 0)
	OR NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission = 'confirmations.decide' AND h.user_id = NEW.user_id
		AND h.person IS NEW.on_behalf_of AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
	OR NEW.step NOT IN ('unpay_ask', 'unpost') AND NOT (SELECT count(*) > 0 AND sum(is_able) = 0
		FROM (SELECT NOT coalesce((EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = NEW.document_id AND r.user_id IN (h.user_id, h.person))
				OR EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
				AND e.stands_in = 0 AND e.user_id = h.user_id AND e.step LIKE 'approve_%' AND NEW.from_state <> 'paid'
				AND NOT (NEW.from_state = 'approved' AND e.step = 'approve_cashier')
				AND NOT (h.person IS NULL AND NEW.from_state IN ('pending_accountant', 'approved') AND e.step <> 'approve_chair'
					AND EXISTS (SELECT 1 FROM concurrent_posts c
		WHERE c.user_id = h.user_id AND c.confirmed_at IS NOT NULL AND c.ended_at IS NULL AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on)))), 0)
				AND NOT (h.person IS NULL AND EXISTS (SELECT 1 FROM deputies s
		JOIN users v ON v.id = s.deputy_id AND v.status = 'active'
		WHERE s.user_id = h.user_id AND s.ended_at IS NULL AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN s.starts_on AND s.ends_on)) AS is_able
			FROM permission_holders h WHERE date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on AND h.permission = CASE NEW.from_state WHEN 'pending_cashier' THEN 'finance.review.cashier'
			WHEN 'pending_accountant' THEN 'finance.review.accountant' WHEN 'pending_chair' THEN 'finance.review.chair'
			WHEN 'approved' THEN 'finance.pay' WHEN 'paid' THEN 'ledger.post' END)))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_your_step');
END;

-- Nobody approves two steps of a revision, nor pays what they approved as the accountant or the chair; who holds two roles
-- leaves the second to their deputy, who is somebody else. Under a resolution the cashier's and the accountant's are one
-- person's; the chair's never is. What 理事長 or 監事 approved for want of anybody else keeps them from no step of their own,
-- and who approved as the chair records a payment that nobody else can.
DROP TRIGGER finance_events_by_different_people;
CREATE TRIGGER finance_events_by_different_people BEFORE INSERT ON finance_events
WHEN NEW.step IN ('approve_cashier', 'approve_accountant', 'approve_chair', 'pay') AND EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
		AND e.step IN ('approve_accountant', 'approve_chair', iif(NEW.step = 'pay', '', 'approve_cashier'))
		AND e.user_id = NEW.user_id AND e.stands_in = 0
		AND NOT (NEW.step = 'pay' AND NEW.stands_in = 1 AND e.step = 'approve_chair')
		AND (NEW.concurrent_post_id IS NULL OR e.step = 'approve_chair'))
BEGIN
	SELECT RAISE(ABORT, 'finance.approved_before');
END;
