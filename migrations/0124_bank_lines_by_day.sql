-- The list of all bank lines, newest first, and how many there are from a day on.
CREATE INDEX bank_lines_by_day ON bank_lines (booked_on, id);
