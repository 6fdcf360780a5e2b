/**
 * The reads that the log writes down: who saw what is sensitive, or took members' data along. The index
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

/** The list as SQL. The picture of a certificate has two rows: the one of its own says whose it is. */
export const READS_SQL = `a.action IN (${READS.map((action) => `'${action}'`).join(", ")})`;

/** Who it was, as the member reads it: by what they are, never by name. */
export const READER_WORDS = { self: "您自己", guardian: "您的監護人", staff: "協會工作人員", system: "系統" } as const;
export type Reader = keyof typeof READER_WORDS;
