import type { Field } from "./fields.ts";

export type Section = { code: SectionCode; title: string; fields: readonly Field[] };

export const SECTION_CODES = [
	"record",
	"numbers",
	"family",
	"notes",
	"tasks",
	"certificates",
	"consents",
	"requests",
	"dues",
	"payments",
	"payment_parts",
	"receipts",
	"dues_notices",
	"donor",
	"gifts",
	"finance",
	"login",
	"roles",
	"sessions",
	"failed_sign_ins",
	"links",
	"deputies",
	"link_requests",
	"mails",
	"unsubscriptions",
	"announcements",
	"files",
	"imports",
	"reads",
	"history",
] as const;

export type SectionCode = (typeof SECTION_CODES)[number];
