-- 免納所得稅適用標準 §2 I 8: where less than 60% of a year's income was spent, a plan of at most four years for what was left, to which
-- the authority has agreed, takes the place of the spending. One for each year that it is about.
CREATE TABLE surplus_plans (
	year INTEGER PRIMARY KEY CHECK (year BETWEEN 1980 AND 2199),
	first_year INTEGER NOT NULL CHECK (first_year > year),
	last_year INTEGER NOT NULL CHECK (last_year BETWEEN first_year AND first_year + 3),
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999),
	approval_no TEXT NOT NULL CHECK (length(approval_no) BETWEEN 1 AND 80),
	approved_on TEXT NOT NULL CHECK (approved_on IS date(approved_on)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
