-- A certificate that came with a request to be linked. There is no record yet that it could belong to: whoever decides on
-- the request makes it an application of that record, or deletes it.
ALTER TABLE link_requests ADD COLUMN certificate_file_id INTEGER REFERENCES files (id);
-- Of one that was linked the mask of the national id that came with it: whoever sent it reads it on their record, where it is
-- that still, before anybody has opened what lies sealed there.
ALTER TABLE link_requests ADD COLUMN national_id_mask TEXT;
