-- The reads of sensitive data under the list of 0021 once more: 0.1.0 asks for the index by its name, and SQLite uses an
-- index of some rows only under the very same condition. What is read since 0117 has an index of its own.
DROP INDEX audit_log_of_reads;
CREATE INDEX audit_log_of_reads ON audit_log (at, id) WHERE action IN ('certificate.view', 'file.view', 'member.copy',
	'member.export', 'member.print', 'member.view_history', 'member.view_sensitive', 'roster.view');
CREATE INDEX audit_log_of_all_reads ON audit_log (at, id) WHERE action IN ('certificate.view', 'file.view', 'member.copy',
	'member.export', 'member.print', 'member.view_history', 'member.view_sensitive', 'member_field.view', 'roster.view');
