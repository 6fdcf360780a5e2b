-- The chain of approval as data (docs/workflows.md#expense-requests): 秘書長 or 總幹事 reviews between the accountant and the chair when the
-- settings say so, and from an amount of the settings on the chair approves by a resolution of the 理事會.

-- A request that the chair's approval comes next for waits for the secretary first. `stage` is the state by which all rules
-- go; the state itself stays one of those that were there before, so that an older version reads it.
ALTER TABLE finance_documents ADD COLUMN awaits_secretary INTEGER NOT NULL DEFAULT 0 CHECK (awaits_secretary IN (0, 1));
ALTER TABLE finance_documents ADD COLUMN stage TEXT
	GENERATED ALWAYS AS (iif(state = 'pending_chair' AND awaits_secretary = 1, 'pending_secretary', state)) VIRTUAL;
CREATE INDEX finance_documents_by_stage ON finance_documents (stage, state_since, id);

-- Of what the secretary decides, the office; their approval is a comment in this office. `act` and `from_stage` are the step and
-- the state by which all rules go.
ALTER TABLE finance_events ADD COLUMN office TEXT CHECK (office IN ('secretary'));
ALTER TABLE finance_events ADD COLUMN act TEXT
	GENERATED ALWAYS AS (iif(office IS NOT NULL AND step = 'comment', 'approve_' || office, step)) VIRTUAL;
ALTER TABLE finance_events ADD COLUMN from_stage TEXT GENERATED ALWAYS AS (iif(office IS NULL, from_state, 'pending_' || office)) VIRTUAL;
-- The resolution by which the chair approves: the meeting, and its day.
ALTER TABLE finance_events ADD COLUMN resolution_no TEXT CHECK (resolution_no IS NULL OR (length(resolution_no) BETWEEN 1 AND 80 AND step = 'approve_chair'));
ALTER TABLE finance_events ADD COLUMN resolution_on TEXT CHECK (resolution_on IS date(resolution_on)
	AND (resolution_on IS NULL) = (resolution_no IS NULL));

CREATE TRIGGER finance_events_are_of_the_chain BEFORE INSERT ON finance_events
WHEN iif((SELECT stage FROM finance_documents WHERE id = NEW.document_id) = 'pending_secretary',
	NEW.step = 'approve_chair' OR (NEW.step IN ('return', 'reject') AND NEW.office IS NULL)
		OR (NEW.step NOT IN ('comment', 'return', 'reject') AND NEW.office IS NOT NULL), NEW.office IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
CREATE TRIGGER finance_events_by_resolution BEFORE INSERT ON finance_events
WHEN NEW.step = 'approve_chair' AND (NEW.resolution_on > date(NEW.at / 1000, 'unixepoch', '+8 hours')
	OR (NEW.resolution_no IS NULL AND EXISTS (SELECT 1 FROM settings s JOIN finance_documents d ON d.id = NEW.document_id
		WHERE s.key = 'approval.board_from' AND CAST(s.value AS INTEGER) > 0 AND d.gross >= CAST(s.value AS INTEGER))))
BEGIN
	SELECT RAISE(ABORT, 'finance.no_resolution');
END;

-- The accountant's review leads to the secretary when the settings say so that day, and to the chair otherwise.
CREATE TRIGGER finance_documents_begin_without_secretary BEFORE INSERT ON finance_documents WHEN NEW.awaits_secretary <> 0
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
CREATE TRIGGER finance_documents_ask_the_secretary BEFORE UPDATE ON finance_documents
WHEN iif(OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair',
	NEW.awaits_secretary <> EXISTS (SELECT 1 FROM settings WHERE key = 'approval.secretary' AND value = 'true'),
	NEW.awaits_secretary > OLD.awaits_secretary)
BEGIN
	SELECT RAISE(ABORT, 'finance.chain_changed');
END;
CREATE TRIGGER finance_documents_pass_the_secretary BEFORE UPDATE ON finance_documents
WHEN OLD.stage = 'pending_secretary' AND (NEW.state = 'approved' OR (NEW.stage = 'pending_chair' AND NOT EXISTS (
	SELECT 1 FROM finance_events e WHERE e.document_id = OLD.id AND e.act = 'approve_secretary' AND e.revision = OLD.revision
		AND e.content_hash = OLD.content_hash AND e.seq = (SELECT max(seq) FROM finance_events WHERE document_id = OLD.id))))
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;

-- The triggers of the events, as before (migrations 0028 and 0051), with from_stage and act in place of from_state and step.
DROP TRIGGER finance_events_by_others;
CREATE TRIGGER finance_events_by_others BEFORE INSERT ON finance_events
WHEN NEW.act NOT IN ('submit', 'resubmit', 'withdraw', 'comment')
	AND EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = NEW.document_id AND r.user_id IN (NEW.user_id, NEW.on_behalf_of))
BEGIN
	SELECT RAISE(ABORT, 'finance.own_document');
END;
DROP TRIGGER finance_events_approve_what_is_there;
CREATE TRIGGER finance_events_approve_what_is_there BEFORE INSERT ON finance_events
WHEN (NEW.step IN ('submit', 'resubmit', 'pay') OR NEW.act LIKE 'approve_%')
	AND NEW.content_hash IS NOT coalesce((SELECT content_hash FROM finance_revisions WHERE document_id = NEW.document_id AND revision = NEW.revision), '')
BEGIN
	SELECT RAISE(ABORT, 'finance.changed');
END;
DROP TRIGGER finance_events_by_who_may;
CREATE TRIGGER finance_events_by_who_may AFTER INSERT ON finance_events
WHEN NEW.act NOT IN ('withdraw', 'comment') AND NEW.stands_in = 0 AND NOT EXISTS (SELECT 1 FROM permission_holders h
	WHERE h.user_id = NEW.user_id AND h.person IS NEW.on_behalf_of
		AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on
		AND (h.permission = CASE NEW.act
			WHEN 'submit' THEN 'finance.submit' WHEN 'resubmit' THEN 'finance.submit'
			WHEN 'approve_cashier' THEN 'finance.review.cashier' WHEN 'approve_accountant' THEN 'finance.review.accountant'
			WHEN 'approve_secretary' THEN 'finance.review.secretary' WHEN 'approve_chair' THEN 'finance.review.chair' WHEN 'post' THEN 'ledger.post' WHEN 'unpost' THEN 'ledger.post'
			WHEN 'return' THEN iif(NEW.from_state = 'approved', 'finance.pay', replace(NEW.from_stage, 'pending_', 'finance.review.'))
			WHEN 'reject' THEN replace(NEW.from_stage, 'pending_', 'finance.review.')
			WHEN 'pay' THEN 'finance.pay' WHEN 'unpay_ask' THEN 'finance.pay' WHEN 'unpay' THEN 'finance.pay' END
		OR (NEW.step IN ('void', 'unpay') AND h.permission IN ('finance.review.accountant', 'finance.review.chair'))
		OR (NEW.step = 'unpay' AND h.permission = 'confirmations.decide')))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_your_step');
END;
DROP TRIGGER finance_events_by_stand_ins;
CREATE TRIGGER finance_events_by_stand_ins BEFORE INSERT ON finance_events
WHEN NEW.stands_in = 1 AND (NEW.concurrent_post_id IS NOT NULL
	OR NEW.act NOT IN ('return', 'reject', 'unpay_ask', 'unpost', CASE NEW.from_state WHEN 'approved' THEN 'pay' WHEN 'paid' THEN 'post'
		ELSE replace(NEW.from_stage, 'pending_', 'approve_') END)
	OR (NEW.step IN ('unpay_ask', 'unpost') AND coalesce((SELECT e.stands_in FROM finance_events e WHERE e.document_id = NEW.document_id
		AND e.step = iif(NEW.step = 'unpost', 'post', 'pay') ORDER BY e.seq DESC LIMIT 1), 0) = 0)
	OR NOT EXISTS (SELECT 1 FROM permission_holders h WHERE h.permission = 'confirmations.decide' AND h.user_id = NEW.user_id
		AND h.person IS NEW.on_behalf_of AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on)
	OR NEW.step NOT IN ('unpay_ask', 'unpost') AND NOT (SELECT count(*) > 0 AND sum(is_able) = 0
		FROM (SELECT NOT coalesce((EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = NEW.document_id AND r.user_id IN (h.user_id, h.person))
				OR EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
				AND e.stands_in = 0 AND e.user_id = h.user_id AND e.act LIKE 'approve_%' AND NEW.from_stage <> 'paid'
				AND NOT (NEW.from_stage = 'approved' AND e.act = 'approve_cashier')
				AND NOT (h.person IS NULL AND NEW.from_stage IN ('pending_accountant', 'approved') AND e.act NOT IN ('approve_secretary', 'approve_chair')
					AND EXISTS (SELECT 1 FROM concurrent_posts c
		WHERE c.user_id = h.user_id AND c.confirmed_at IS NOT NULL AND c.ended_at IS NULL AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on)))), 0)
				AND NOT (h.person IS NULL AND EXISTS (SELECT 1 FROM deputies s
		JOIN users v ON v.id = s.deputy_id AND v.status = 'active'
		WHERE s.user_id = h.user_id AND s.ended_at IS NULL AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN s.starts_on AND s.ends_on)) AS is_able
			FROM permission_holders h WHERE date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN h.starts_on AND h.ends_on AND h.permission = CASE NEW.from_stage WHEN 'pending_cashier' THEN 'finance.review.cashier'
			WHEN 'pending_accountant' THEN 'finance.review.accountant' WHEN 'pending_secretary' THEN 'finance.review.secretary'
			WHEN 'pending_chair' THEN 'finance.review.chair'
			WHEN 'approved' THEN 'finance.pay' WHEN 'paid' THEN 'ledger.post' END)))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_your_step');
END;
DROP TRIGGER finance_events_by_different_people;
CREATE TRIGGER finance_events_by_different_people BEFORE INSERT ON finance_events
WHEN (NEW.act LIKE 'approve_%' OR NEW.step = 'pay') AND EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
		AND e.act IN ('approve_accountant', 'approve_secretary', 'approve_chair', iif(NEW.step = 'pay', '', 'approve_cashier'))
		AND e.user_id = NEW.user_id AND e.stands_in = 0
		AND NOT (NEW.step = 'pay' AND NEW.stands_in = 1 AND e.act IN ('approve_secretary', 'approve_chair'))
		AND (NEW.concurrent_post_id IS NULL OR e.act IN ('approve_secretary', 'approve_chair')))
BEGIN
	SELECT RAISE(ABORT, 'finance.approved_before');
END;
