-- Since when a website is told by the second queue, because it did not answer a first try in time (UTC milliseconds);
-- NULL for one that answers.

ALTER TABLE webhook_endpoints ADD COLUMN slow_since INTEGER;
