-- 任務 (docs: DOMAIN 6): what staff have to do, in the order in which a column of the board has it.

CREATE TABLE tasks (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
	body TEXT NOT NULL DEFAULT '' CHECK (length(body) <= 5000),
	status TEXT NOT NULL DEFAULT 'todo' CHECK (status IN ('todo', 'doing', 'done', 'dropped')),
	priority INTEGER NOT NULL DEFAULT 3 CHECK (priority BETWEEN 1 AND 4), -- 1 急件, 2 高, 3 一般, 4 低
	assignee_id INTEGER REFERENCES users (id),
	due_on TEXT CHECK (due_on IS date(due_on) AND length(due_on) = 10),
	rank REAL NOT NULL, -- its place in its column, from the top
	due_told_for TEXT, -- the due_on that somebody was reminded of before it came, and after it was over
	overdue_told_for TEXT,
	created_by INTEGER REFERENCES users (id),
	closed_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((status IN ('done', 'dropped')) = (closed_at IS NOT NULL))
) STRICT;
CREATE INDEX tasks_in_columns ON tasks (status, rank, id);
CREATE INDEX tasks_of_assignee ON tasks (assignee_id, status, due_on, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tasks_due ON tasks (due_on IS NULL, due_on, priority, id) WHERE status IN ('todo', 'doing');
CREATE INDEX tasks_by_change ON tasks (updated_at, id);
-- Whoever is to do it signs in as staff: what nobody can see stays undone.
CREATE TRIGGER tasks_insert_fit BEFORE INSERT ON tasks
BEGIN
	SELECT RAISE(ABORT, 'task.is_kept') WHERE EXISTS (SELECT 1 FROM tasks WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'task.assignee_unfit') WHERE NEW.assignee_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users u
		JOIN user_roles x ON x.user_id = u.id JOIN role_permissions p ON p.role_id = x.role_id AND p.permission <> 'member.own'
		WHERE u.id = NEW.assignee_id AND u.status = 'active');
END;
CREATE TRIGGER tasks_assign_fit BEFORE UPDATE OF assignee_id ON tasks
WHEN NEW.assignee_id IS NOT NULL AND NEW.assignee_id IS NOT OLD.assignee_id
	AND NOT EXISTS (SELECT 1 FROM users u JOIN user_roles x ON x.user_id = u.id
		JOIN role_permissions p ON p.role_id = x.role_id AND p.permission <> 'member.own'
		WHERE u.id = NEW.assignee_id AND u.status = 'active')
BEGIN
	SELECT RAISE(ABORT, 'task.assignee_unfit');
END;
-- No two tabs change the same version, and a task is told to be dropped instead of being taken away.
CREATE TRIGGER tasks_update_by_version BEFORE UPDATE ON tasks
WHEN NEW.id <> OLD.id OR (NEW.created_by, NEW.created_at) IS NOT (OLD.created_by, OLD.created_at)
	OR ((NEW.title, NEW.body, NEW.status, NEW.priority, NEW.assignee_id, NEW.due_on)
		IS NOT (OLD.title, OLD.body, OLD.status, OLD.priority, OLD.assignee_id, OLD.due_on) AND NEW.version <> OLD.version + 1)
BEGIN
	SELECT RAISE(ABORT, 'task.stale');
END;
CREATE TRIGGER tasks_are_never_deleted BEFORE DELETE ON tasks
BEGIN
	SELECT RAISE(ABORT, 'task.is_kept');
END;

-- The records that a task is about. Whether somebody sees one is decided where it is shown.
CREATE TABLE task_links (
	task_id INTEGER NOT NULL REFERENCES tasks (id),
	record_type TEXT NOT NULL CHECK (record_type IN ('member', 'certificate', 'payment', 'receipt', 'finance', 'income', 'voucher',
		'article', 'page', 'document', 'announcement')),
	record_id INTEGER NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (task_id, record_type, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_links_of_record ON task_links (record_type, record_id);
CREATE TRIGGER task_links_insert_real BEFORE INSERT ON task_links
BEGIN
	SELECT RAISE(ABORT, 'task.link_taken') WHERE EXISTS (SELECT 1 FROM task_links
		WHERE task_id = NEW.task_id AND record_type = NEW.record_type AND record_id = NEW.record_id);
	SELECT RAISE(ABORT, 'task.links_full') WHERE 20 <= (SELECT count(*) FROM task_links WHERE task_id = NEW.task_id);
	SELECT RAISE(ABORT, 'task.no_record') WHERE NOT (CASE NEW.record_type
		WHEN 'member' THEN EXISTS (SELECT 1 FROM members WHERE id = NEW.record_id AND merged_into IS NULL AND pseudonymised_at IS NULL)
		WHEN 'certificate' THEN EXISTS (SELECT 1 FROM disability_certificates WHERE id = NEW.record_id)
		WHEN 'payment' THEN EXISTS (SELECT 1 FROM payments WHERE id = NEW.record_id)
		WHEN 'receipt' THEN EXISTS (SELECT 1 FROM receipts WHERE id = NEW.record_id)
		WHEN 'finance' THEN EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.record_id)
		WHEN 'income' THEN EXISTS (SELECT 1 FROM income_records WHERE id = NEW.record_id)
		WHEN 'voucher' THEN EXISTS (SELECT 1 FROM vouchers WHERE id = NEW.record_id)
		WHEN 'article' THEN EXISTS (SELECT 1 FROM articles WHERE id = NEW.record_id)
		WHEN 'page' THEN EXISTS (SELECT 1 FROM pages WHERE id = NEW.record_id)
		WHEN 'document' THEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.record_id)
		ELSE EXISTS (SELECT 1 FROM announcements WHERE id = NEW.record_id) END);
END;
-- A link is made and taken away; the record of one changes only where a member becomes part of another.
CREATE TRIGGER task_links_stay BEFORE UPDATE ON task_links
WHEN NEW.task_id <> OLD.task_id OR NEW.record_type <> OLD.record_type
	OR (NEW.record_id <> OLD.record_id AND (OLD.record_type <> 'member' OR EXISTS (SELECT 1 FROM task_links
		WHERE task_id = NEW.task_id AND record_type = NEW.record_type AND record_id = NEW.record_id)))
BEGIN
	SELECT RAISE(ABORT, 'task.link_taken');
END;
