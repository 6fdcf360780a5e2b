-- Who owes, oldest year first: the form of a payment offers the first few, without reading all that is owed.
CREATE INDEX dues_items_unpaid ON dues_items (dues_year, member_id) WHERE status IN ('open', 'partially_paid');
