-- The statements by 款／項／目 (收支決算表, 收支預算表): the 項 of an account is data. An account without one takes that of the
-- account above it, and else is a 項 by itself, so that every account of income and expense stands in exactly one.
CREATE TABLE statement_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	class TEXT NOT NULL CHECK (class IN ('4', '5')), -- 款1 收入, 款2 支出
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9999),
	updated_at INTEGER NOT NULL,
	UNIQUE (class, name)
) STRICT;
CREATE TRIGGER statement_items_are_never_replaced BEFORE INSERT ON statement_items
WHEN EXISTS (SELECT 1 FROM statement_items WHERE id = NEW.id OR (class = NEW.class AND name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'layout.taken');
END;
CREATE TRIGGER statement_items_keep_their_class BEFORE UPDATE ON statement_items
WHEN NEW.id <> OLD.id OR NEW.class <> OLD.class
	OR EXISTS (SELECT 1 FROM statement_items WHERE id <> OLD.id AND class = NEW.class AND name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'layout.taken');
END;

ALTER TABLE accounts ADD COLUMN statement_item_id INTEGER REFERENCES statement_items (id);
CREATE INDEX accounts_of_statement_item ON accounts (statement_item_id) WHERE statement_item_id IS NOT NULL;
CREATE TRIGGER accounts_insert_in_an_item_of_their_class BEFORE INSERT ON accounts
WHEN NEW.statement_item_id IS NOT NULL
	AND substr(NEW.code, 1, 1) IS NOT (SELECT class FROM statement_items WHERE id = NEW.statement_item_id)
BEGIN
	SELECT RAISE(ABORT, 'layout.class');
END;
CREATE TRIGGER accounts_update_in_an_item_of_their_class BEFORE UPDATE ON accounts
WHEN NEW.statement_item_id IS NOT NULL
	AND substr(NEW.code, 1, 1) IS NOT (SELECT class FROM statement_items WHERE id = NEW.statement_item_id)
BEGIN
	SELECT RAISE(ABORT, 'layout.class');
END;
CREATE TRIGGER statement_items_used_are_never_deleted BEFORE DELETE ON statement_items
WHEN EXISTS (SELECT 1 FROM accounts WHERE statement_item_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'layout.used');
END;

INSERT INTO accounts (code, name, created_at, updated_at)
SELECT substr(value, 1, 4), substr(value, 6), 0, 0 FROM json_each('["5720 繳納其他團體會費","5990 預備金"]')
WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE code = substr(value, 1, 4));

INSERT INTO statement_items (class, name, position, updated_at)
SELECT '5', value, (key + 1) * 10, 0 FROM json_each('["人事費","辦公費","業務費","購置費","折舊","專案計畫支出","捐助費",
	"繳納其他團體會費","雜項支出","提撥基金","預備金"]');
UPDATE accounts SET statement_item_id = (SELECT i.id FROM statement_items i
		JOIN json_each('{"51":"人事費","52":"辦公費","53":"業務費","54":"購置費","55":"折舊","56":"專案計畫支出","571":"捐助費",
			"572":"繳納其他團體會費","58":"雜項支出","591":"提撥基金","599":"預備金"}') j ON j.value = i.name
		WHERE substr(accounts.code, 1, length(j.key)) = j.key)
WHERE code IN ('5110', '5210', '5220', '5230', '5240', '5250', '5260', '5270', '5310', '5320', '5330', '5410', '5510', '5610', '5710',
	'5720', '5810', '5820', '5910', '5990');

-- 說明: what the accountant says to a line of a year's statement. A line that says nothing any more keeps its row and version.
CREATE TABLE statement_notes (
	year INTEGER NOT NULL CHECK (year BETWEEN 1980 AND 2200),
	report TEXT NOT NULL CHECK (report IN ('final', 'budget')),
	line TEXT NOT NULL CHECK (line GLOB 'class-[345]' OR line GLOB 'item-[1-9]*' OR line GLOB 'account-[1-9]*'),
	note TEXT NOT NULL CHECK (length(note) <= 200),
	version INTEGER NOT NULL CHECK (version > 0), -- of all lines of the year's statement together
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (year, report, line)
) STRICT;
