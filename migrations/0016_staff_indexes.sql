-- What the public does not see is found and counted by staff without walking the archive.
CREATE INDEX articles_not_public ON articles (updated_at, title, state) WHERE state IN ('draft', 'scheduled', 'archived');

-- Dead letters that wait for somebody.
CREATE INDEX dead_letters_open ON dead_letters (at) WHERE replayed_at IS NULL;
