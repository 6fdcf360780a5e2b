-- What a form said when it made its record, so that the same key with other words is told from the same form sent twice: a
-- digest under the Worker's pepper, of which no word can be guessed back. NULL of forms before this: taken for the same.
ALTER TABLE form_submissions ADD COLUMN digest TEXT CHECK (length(digest) = 43);
