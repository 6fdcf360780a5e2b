import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";

export type MailState = "queued" | "sending" | "sent" | "failed" | "bounced";

/** A mail in the list. `toAddress` is "" when the mail was emptied of personal data. Times are UTC milliseconds. */
export type MailRow = {
	id: string;
	template: string;
	userId: number | null;
	toAddress: string;
	toName: string;
	state: MailState;
	attempts: number;
	dueAt: number;
	lastError: string | null;
	createdAt: number;
	settledAt: number | null;
};
/**
 * A mail with all its columns: `data` is the JSON from which its text is rendered, `version` the one that sending it
 * again checks.
 */
export type Mail = MailRow & {
	data: string;
	round: number;
	provider: string | null;
	providerId: string | null;
	version: number;
};

/** The filter of the list; `q` is looked for in names and addresses, '' means all. */
export type MailFilter = { q: string; state?: MailState | undefined; template?: string | undefined };

const ROW = `id, template, user_id AS userId, to_address AS toAddress, to_name AS toName, state, attempts, due_at AS dueAt,
	last_error AS lastError, created_at AS createdAt, settled_at AS settledAt`;

/** The states in the order of a mail's life. */
export const MAIL_LIFE = ["queued", "sending", "sent", "failed", "bounced"] as const;
const ORDER = orders(
	{
		to: "coalesce(nullif(to_name, ''), nullif(to_address, ''))",
		template: "template",
		created: "created_at",
		state: placeOf("state", MAIL_LIFE),
		attempts: "attempts",
		progress: "coalesce(settled_at, due_at)",
	},
	"rowid",
);
export const MAIL_SORTS = ORDER.sorts;
type MailPage = { sort?: (typeof MAIL_SORTS)[number]; limit: number; offset: number };

/** Selects mails in an order, newest first when none is given. */
export function listMails(filter: MailFilter, { sort = "-created", limit, offset }: MailPage): Select<MailRow> {
	const { where, params } = conditions(filter);
	return select(`SELECT ${ROW} FROM mail_messages ${where} ${ORDER.by(sort)} ${limitTo(limit, offset)}`, ...params);
}

/** Counts the mails that fit the filter. */
export function countMails(filter: MailFilter): Select<{ total: number }> {
	const { where, params } = conditions(filter);
	return select(`SELECT count(*) AS total FROM mail_messages ${where}`, ...params);
}

/** Selects one mail by its id. */
export const mailById = (id: string): Select<Mail> =>
	selectOne(
		`SELECT ${ROW}, data, round, provider, provider_id AS providerId, version FROM mail_messages WHERE id = ?1`,
		id,
	);

/** Selects the users who requested that a mail be sent again and when (UTC milliseconds), oldest first. */
export const mailResends = (id: string): Select<{ at: number; userName: string | null }> =>
	select(
		`SELECT a.at, u.name AS userName FROM audit_log a LEFT JOIN users u ON u.id = a.user_id
		WHERE a.auditable_type = 'mail' AND a.auditable_id = ?1 AND a.action = 'mail.resend' ORDER BY a.at, a.id ${limitTo(50)}`,
		id,
	);

/**
 * The state of the mail queue: how many mails wait, since when (UTC milliseconds), and how the mails of the last week
 * ended.
 */
export type MailHealth = { waiting: number; oldestAt: number | null; sent: number; failed: number; bounced: number };
export const mailHealth = (weekAgo: number): Select<MailHealth> =>
	selectOne(
		`SELECT (SELECT count(*) FROM mail_messages WHERE state IN ('queued', 'sending')) AS waiting,
			(SELECT min(created_at) FROM mail_messages WHERE state IN ('queued', 'sending')) AS oldestAt,
			(SELECT count(*) FROM mail_messages WHERE state = 'sent' AND created_at > ?1) AS sent,
			(SELECT count(*) FROM mail_messages WHERE state = 'failed' AND created_at > ?1) AS failed,
			(SELECT count(*) FROM mail_messages WHERE state = 'bounced' AND created_at > ?1) AS bounced`,
		weekAgo,
	);

function conditions({ q, state, template }: MailFilter): { where: string; params: string[] } {
	const tests: [string, string][] = [];
	if (state !== undefined) tests.push(["state = ?", state]);
	if (template !== undefined) tests.push(["template = ?", template]);
	if (q !== "") tests.push(["instr(lower(to_address || ' ' || to_name), lower(?)) > 0", q]);
	return {
		where: tests.length === 0 ? "" : `WHERE ${tests.map(([test]) => test).join(" AND ")}`,
		params: tests.map(([, param]) => param),
	};
}
