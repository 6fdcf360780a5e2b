-- 檢查清單: what is done one after the other in a task, and ticked off.

CREATE TABLE task_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	task_id INTEGER NOT NULL REFERENCES tasks (id),
	text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
	is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1)),
	position INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX task_items_in_order ON task_items (task_id, position, id, is_done);
CREATE TRIGGER task_items_insert_fits BEFORE INSERT ON task_items
BEGIN
	SELECT RAISE(ABORT, 'task.item_stale') WHERE EXISTS (SELECT 1 FROM task_items WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'task.items_full') WHERE 50 <= (SELECT count(*) FROM task_items WHERE task_id = NEW.task_id);
END;
-- An item stays in its task.
CREATE TRIGGER task_items_stay BEFORE UPDATE ON task_items
WHEN NEW.id <> OLD.id OR NEW.task_id <> OLD.task_id OR NEW.created_at <> OLD.created_at
BEGIN
	SELECT RAISE(ABORT, 'task.item_stale');
END;
