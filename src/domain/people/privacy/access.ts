/**
 * The actions in the audit log that are reads of sensitive data, or that take members' data out. The index
 * `audit_log_of_reads` (0021) has the same list.
 */
export const READS = [
	"certificate.view",
	"file.view",
	"member.copy",
	"member.export",
	"member.print",
	"member.view_history",
	"member.view_sensitive",
	"roster.view",
] as const;
export type Read = (typeof READS)[number];

/**
 * The SQL condition for these reads. Viewing a certificate's picture writes two rows; its own row says whose
 * certificate it is.
 */
export const READS_SQL = `a.action IN (${READS.map((action) => `'${action}'`).join(", ")})`;

/** The words by which a member reads who looked: a role, never a name. */
export const READER_WORDS = { self: "您自己", guardian: "您的監護人", staff: "協會工作人員", system: "系統" } as const;
export type Reader = keyof typeof READER_WORDS;
