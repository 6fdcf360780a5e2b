-- The balance that a bank's files tell at an end of a day is found in the lines that tell one, without a look at any other line.
CREATE INDEX bank_lines_with_balance ON bank_lines (bank_account_id, booked_on, statement_id, row, amount, balance) WHERE balance IS NOT NULL;
