-- 待第二人確認: what moves a right, or opens what lies sealed, waits here until somebody else confirms it. What opens nothing that
-- is sealed is in force a day after those who may stop it were told.

-- Who gave a role to a user, or a permission to a role, and when (UTC milliseconds). No row is from before this migration; nobody
-- in `given_by` is somebody with SQL. Triggers keep both, whoever writes; the program says who before it gives.
CREATE TABLE user_role_grants (
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	role_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
	given_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
	given_at INTEGER NOT NULL,
	PRIMARY KEY (user_id, role_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE role_permission_grants (
	role_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
	permission TEXT NOT NULL,
	given_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
	given_at INTEGER NOT NULL,
	PRIMARY KEY (role_id, permission)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER user_roles_are_dated AFTER INSERT ON user_roles
BEGIN
	INSERT INTO user_role_grants (user_id, role_id, given_at) VALUES (NEW.user_id, NEW.role_id, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER user_roles_end_their_date AFTER DELETE ON user_roles
BEGIN
	DELETE FROM user_role_grants WHERE user_id = OLD.user_id AND role_id = OLD.role_id;
END;
CREATE TRIGGER role_permissions_are_dated AFTER INSERT ON role_permissions
BEGIN
	INSERT INTO role_permission_grants (role_id, permission, given_at) VALUES (NEW.role_id, NEW.permission, unixepoch() * 1000)
		ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER role_permissions_end_their_date AFTER DELETE ON role_permissions
BEGIN
	DELETE FROM role_permission_grants WHERE role_id = OLD.role_id AND permission = OLD.permission;
END;

-- 理事長 and 監事 may be the second person of everything.
INSERT INTO role_permissions (role_id, permission) SELECT id, 'confirmations.decide' FROM roles WHERE code IN ('chair', 'auditor');

-- The day from which an administrator needs a second person for a right: the books are open and a 理事長 has signed in. It has
-- one row from then on, whatever becomes of the books and of the 理事長.
CREATE TABLE rights_watched (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	since INTEGER NOT NULL
) STRICT;
CREATE VIEW rights_ready AS
SELECT 1 AS ready WHERE EXISTS (SELECT 1 FROM vouchers WHERE source = 'opening' AND source_id = 0 AND state = 'posted')
	AND EXISTS (SELECT 1 FROM users u JOIN user_roles x ON x.user_id = u.id JOIN role_permissions p ON p.role_id = x.role_id
		WHERE p.permission = 'finance.review.chair' AND u.status = 'active' AND u.last_sign_in_at IS NOT NULL);
INSERT INTO rights_watched (id, since) SELECT 1, unixepoch() * 1000 FROM rights_ready;
CREATE TRIGGER rights_watched_from_a_sign_in AFTER UPDATE OF last_sign_in_at ON users
WHEN NOT EXISTS (SELECT 1 FROM rights_watched)
BEGIN
	INSERT INTO rights_watched (id, since) SELECT 1, unixepoch() * 1000 FROM rights_ready;
END;
CREATE TRIGGER rights_watched_from_the_opening AFTER UPDATE OF state ON vouchers
WHEN NEW.source = 'opening' AND NEW.state = 'posted' AND NOT EXISTS (SELECT 1 FROM rights_watched)
BEGIN
	INSERT INTO rights_watched (id, since) SELECT 1, unixepoch() * 1000 FROM rights_ready;
END;
CREATE TRIGGER rights_are_watched_for_good BEFORE DELETE ON rights_watched
BEGIN
	SELECT RAISE(ABORT, 'confirmation.is_final');
END;

CREATE TABLE confirmations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('user_roles', 'role_permissions', 'user_login', 'second_factor', 'user_enabled', 'deputy',
		'guardian', 'sealed_guardian', 'sealed_login', 'activation_code')),
	permission TEXT NOT NULL, -- who else may confirm it, besides 理事長 and 監事
	is_timed INTEGER NOT NULL CHECK (is_timed IN (0, 1)), -- in force a day after the mails, unless somebody stopped it
	user_id INTEGER REFERENCES users (id) ON DELETE CASCADE, -- whom it is about
	other_user_id INTEGER REFERENCES users (id) ON DELETE CASCADE, -- who stands in
	role_id INTEGER REFERENCES roles (id) ON DELETE CASCADE,
	member_id INTEGER REFERENCES members (id) ON DELETE CASCADE,
	guardian_id INTEGER REFERENCES members (id) ON DELETE CASCADE,
	asked TEXT NOT NULL CHECK (json_valid(asked)), -- as the kind says (src/domain/shell/confirmations/kinds.ts)
	-- listed: done at once, before rights were watched; seen: 理事長 or 監事 has looked at it.
	state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'confirmed', 'in_force', 'stopped', 'withdrawn', 'listed', 'seen')),
	requested_by INTEGER NOT NULL REFERENCES users (id),
	requested_at INTEGER NOT NULL,
	decided_by INTEGER REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id),
	decided_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	CHECK ((decided_at IS NULL) = (state IN ('waiting', 'listed')))
) STRICT;
CREATE UNIQUE INDEX confirmations_waiting ON confirmations
	(kind, coalesce(user_id, 0), coalesce(role_id, 0), coalesce(member_id, 0), coalesce(guardian_id, 0)) WHERE state = 'waiting';
CREATE INDEX confirmations_that_wait ON confirmations (state, id) WHERE state = 'waiting';
CREATE INDEX confirmations_listed ON confirmations (state, id) WHERE state = 'listed';
CREATE INDEX confirmations_of_user ON confirmations (user_id, state) WHERE user_id IS NOT NULL;

-- Whom a confirmation concerns, who therefore is no second person of it.
CREATE VIEW confirmation_concerns AS
SELECT c.id AS confirmation_id, u.id AS user_id FROM confirmations c JOIN users u ON u.id IN (c.requested_by, c.user_id, c.other_user_id)
UNION ALL SELECT c.id, x.user_id FROM confirmations c JOIN user_roles x ON x.role_id = c.role_id
UNION ALL SELECT c.id, r.user_id FROM confirmations c JOIN related_users r ON r.member_id IN (c.member_id, c.guardian_id);

-- Who is the family of whoever asks, or of whom it concerns by their login or their role: no second person either.
CREATE VIEW confirmation_kin AS
SELECT c.id AS confirmation_id, r.user_id FROM confirmations c
	JOIN member_logins l ON l.user_id IN (c.requested_by, c.user_id, c.other_user_id) JOIN related_users r ON r.member_id = l.member_id
UNION ALL SELECT c.id, r.user_id FROM confirmations c JOIN user_roles x ON x.role_id = c.role_id
	JOIN member_logins l ON l.user_id = x.user_id JOIN related_users r ON r.member_id = l.member_id;

-- THE second persons: 理事長 and 監事, and whoever stands in for them today; and who holds the permission for more than a day
-- without having got it from whoever asks.
CREATE VIEW confirmation_deciders AS
SELECT c.id AS confirmation_id, x.user_id, NULL AS on_behalf_of
	FROM confirmations c JOIN role_permissions p ON p.permission IN (c.permission, 'confirmations.decide')
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id AND u.status = 'active'
	LEFT JOIN user_role_grants r ON r.user_id = x.user_id AND r.role_id = x.role_id
	LEFT JOIN role_permission_grants g ON g.role_id = p.role_id AND g.permission = p.permission
	WHERE c.state = 'waiting' AND (p.permission = 'confirmations.decide' OR (max(coalesce(r.given_at, 0), coalesce(g.given_at, 0)) < (unixepoch() - 86400) * 1000
			AND r.given_by IS NOT c.requested_by AND g.given_by IS NOT c.requested_by))
		AND NOT EXISTS (SELECT 1 FROM confirmation_concerns k WHERE k.confirmation_id = c.id AND k.user_id = x.user_id)
		AND NOT EXISTS (SELECT 1 FROM confirmation_kin k WHERE k.confirmation_id = c.id AND k.user_id = x.user_id)
UNION SELECT c.id, d.deputy_id, d.user_id
	FROM confirmations c JOIN role_permissions p ON p.permission = 'confirmations.decide'
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id AND u.status = 'active'
	JOIN deputies d ON d.user_id = u.id AND d.ended_at IS NULL AND date('now', '+8 hours') BETWEEN d.starts_on AND d.ends_on
	JOIN users v ON v.id = d.deputy_id AND v.status = 'active'
	WHERE c.state = 'waiting'
		AND NOT EXISTS (SELECT 1 FROM confirmation_concerns k WHERE k.confirmation_id = c.id AND k.user_id IN (d.user_id, d.deputy_id))
		AND NOT EXISTS (SELECT 1 FROM confirmation_kin k WHERE k.confirmation_id = c.id AND k.user_id IN (d.user_id, d.deputy_id));

-- When a confirmation is in force by itself (UTC milliseconds): a day after the last of its mails was taken, if all of them were,
-- 理事長 or 監事 and the person (whose mails end in d or p and the user's number) among them, and whoever asked may still ask.
CREATE VIEW confirmation_times AS
SELECT c.id AS confirmation_id, max(m.settled_at) + 86400000 AS in_force_at
	FROM confirmations c JOIN mail_messages m ON m.id >= 'confirm_' || c.id || '_' AND m.id < 'confirm_' || c.id || '`'
	WHERE c.state = 'waiting' AND c.is_timed = 1 AND EXISTS (SELECT 1 FROM users u JOIN user_roles x ON x.user_id = u.id
		JOIN role_permissions p ON p.role_id = x.role_id
		WHERE u.id = c.requested_by AND u.status = 'active' AND p.permission = c.permission)
	GROUP BY c.id
	HAVING min(m.state = 'sent') = 1 AND max(m.id GLOB 'confirm_*_d*') = 1 AND max(m.id GLOB 'confirm_*_p*') = 1;

CREATE TRIGGER confirmations_begin BEFORE INSERT ON confirmations
WHEN NEW.state NOT IN ('waiting', 'listed') OR NEW.state = 'listed' AND EXISTS (SELECT 1 FROM rights_watched)
	OR EXISTS (SELECT 1 FROM confirmations WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'confirmation.stale');
END;
CREATE TRIGGER confirmations_keep_what_was_asked BEFORE UPDATE ON confirmations
WHEN (NEW.id, NEW.kind, NEW.permission, NEW.is_timed, NEW.user_id, NEW.other_user_id, NEW.role_id, NEW.member_id, NEW.guardian_id,
		NEW.requested_by, NEW.requested_at) IS NOT (OLD.id, OLD.kind, OLD.permission, OLD.is_timed, OLD.user_id, OLD.other_user_id,
		OLD.role_id, OLD.member_id, OLD.guardian_id, OLD.requested_by, OLD.requested_at)
	OR NEW.asked <> OLD.asked AND (NEW.asked <> '{}' OR NEW.state IN ('waiting', 'listed'))
	OR NEW.state <> OLD.state AND NOT (OLD.state = 'waiting' AND NEW.state IN ('confirmed', 'in_force', 'stopped', 'withdrawn')
		OR OLD.state = 'listed' AND NEW.state = 'seen')
BEGIN
	SELECT RAISE(ABORT, 'confirmation.stale');
END;
CREATE TRIGGER confirmations_are_never_deleted BEFORE DELETE ON confirmations
WHEN OLD.state = 'waiting'
BEGIN
	SELECT RAISE(ABORT, 'confirmation.is_final');
END;
CREATE TRIGGER confirmations_by_a_second_person BEFORE UPDATE OF state ON confirmations
WHEN NEW.state = 'confirmed' AND OLD.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM confirmation_deciders d
	WHERE d.confirmation_id = OLD.id AND d.user_id = NEW.decided_by AND d.on_behalf_of IS NEW.on_behalf_of)
BEGIN
	SELECT RAISE(ABORT, 'confirmation.not_yours');
END;
CREATE TRIGGER confirmations_in_their_time BEFORE UPDATE OF state ON confirmations
WHEN NEW.state = 'in_force' AND OLD.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM confirmation_times t
	WHERE t.confirmation_id = OLD.id AND t.in_force_at <= unixepoch() * 1000)
BEGIN
	SELECT RAISE(ABORT, 'confirmation.too_early');
END;

-- What was asked to be opened is open, or there is nothing to open any more: nobody needs to confirm it.
CREATE TRIGGER guardianships_end_confirmations AFTER UPDATE OF until, opened_at ON guardianships
WHEN NEW.until IS NOT NULL OR NEW.opened_at IS NOT NULL
BEGIN
	UPDATE confirmations SET state = 'withdrawn', decided_at = unixepoch() * 1000, version = version + 1
		WHERE state = 'waiting' AND kind = 'sealed_guardian' AND member_id = NEW.member_id AND guardian_id = NEW.guardian_id;
END;
CREATE TRIGGER member_logins_end_confirmations AFTER UPDATE OF until, opened_at ON member_logins
WHEN NEW.until IS NOT NULL OR NEW.opened_at IS NOT NULL
BEGIN
	UPDATE confirmations SET state = 'withdrawn', decided_at = unixepoch() * 1000, version = version + 1
		WHERE state = 'waiting' AND kind = 'sealed_login' AND member_id = NEW.member_id AND user_id = NEW.user_id;
END;
CREATE TRIGGER members_gone_end_confirmations AFTER UPDATE OF merged_into, pseudonymised_at, status ON members
WHEN NEW.merged_into IS NOT NULL OR NEW.pseudonymised_at IS NOT NULL OR NEW.status = 'deceased'
BEGIN
	UPDATE confirmations SET state = 'withdrawn', decided_at = unixepoch() * 1000, version = version + 1
		WHERE state = 'waiting' AND NEW.id IN (member_id, guardian_id);
END;
