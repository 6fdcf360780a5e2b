/**
 * The actions in the audit log that are reads of sensitive data, or that take members' data out. The index
 * `audit_log_of_all_reads` (migration 0142) has the same list.
 */
export const READS = [
	"certificate.view",
	"file.view",
	"member.copy",
	"member.export",
	"member.print",
	"member.view_history",
	"member.view_sensitive",
	"member_field.view",
	"roster.view",
] as const;
export type Read = (typeof READS)[number];

/**
 * The SQL condition for rows of the audit log (alias `a`) whose action is one of READS. Viewing a certificate
 * or the file of an own field writes two such rows; `certificate.view` and `member_field.view` say whose it is.
 */
export const READS_SQL = `a.action IN (${READS.map((action) => `'${action}'`).join(", ")})`;

/** The words by which a member reads who looked: a role, never a name. */
export const READER_WORDS = { self: "您自己", guardian: "您的監護人", staff: "協會工作人員", system: "系統" } as const;
export type Reader = keyof typeof READER_WORDS;
