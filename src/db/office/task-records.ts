import { voucherNumber } from "#db/books/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { financeNumberOf, incomeNumberOf, receiptNumberFolded, receiptNumberOf } from "#db/record-numbers.ts";
import type { RecordRef, RecordType } from "#domain/office/tasks/labels.ts";
import { readAmount } from "#kernel/amounts.ts";

/** The reading user: the kinds of records that they may see, and for some kinds whether they see all of them. */
export type RecordViewer = {
	userId: number;
	types: readonly RecordType[];
	allFinance: boolean;
	allDocuments: boolean;
	allAnnouncements: boolean;
};

type Kind = {
	/** The table and its alias, with its joins. */
	from: string;
	/** The alias of the record's row. */
	alias: string;
	/** SQL for the name of the record. */
	title: string;
	/** Returns the condition of the records that this user may see. */
	seen?: (viewer: RecordViewer) => string;
	/** The columns that are searched, besides the number of the record; and the column of its amount, if it has one. */
	words: readonly string[];
	amount?: string;
};

const published = (alias: string, all: boolean, column: string): string =>
	all ? "true" : `${alias}.${column} = 'public'`;
const FINANCE_NUMBER = `coalesce(${financeNumberOf("d")}, '草稿')`;
const INCOME_NUMBER = `coalesce(${incomeNumberOf("r")}, '草稿')`;

/** The only list of the kinds of records that a task may be about: their tables, their names, and who sees which. */
const KINDS: Record<RecordType, Kind> = {
	member: {
		from: "members m",
		alias: "m",
		title: "m.name || coalesce('　' || m.member_no, '')",
		seen: () => "m.merged_into IS NULL",
		words: ["m.name", "m.member_no"],
	},
	certificate: {
		from: "disability_certificates c JOIN members m ON m.id = c.member_id",
		alias: "c",
		title: "m.name || coalesce('　' || m.member_no, '')",
		words: ["m.name", "m.member_no"],
	},
	payment: {
		from: "payments p",
		alias: "p",
		title: "p.payer_title || '　' || printf('%,d', p.amount) || ' 元　' || p.paid_on",
		words: ["p.payer_title"],
		amount: "p.amount",
	},
	receipt: {
		from: "receipts q",
		alias: "q",
		title: `${receiptNumberOf("q")} || '　' || q.payer_title`,
		words: [receiptNumberFolded("q"), "q.payer_title"],
		amount: "q.amount",
	},
	finance: {
		from: "finance_documents d",
		alias: "d",
		title: `${FINANCE_NUMBER} || '　' || d.title`,
		seen: ({ allFinance, userId }) => {
			const own = `d.applicant_id = ${Math.trunc(userId)}`;
			return allFinance ? `(d.state <> 'draft' OR ${own})` : own;
		},
		words: ["d.title", "d.payee_name", FINANCE_NUMBER],
		amount: "d.net",
	},
	income: {
		from: "income_records r",
		alias: "r",
		title: `${INCOME_NUMBER} || '　' || r.payer_title`,
		words: ["r.payer_title", INCOME_NUMBER],
		amount: "r.amount",
	},
	voucher: {
		from: "vouchers v",
		alias: "v",
		title: `coalesce(${voucherNumber("v")}, '草稿') || '　' || v.description`,
		words: [voucherNumber("v"), "v.description"],
	},
	article: { from: "articles a", alias: "a", title: "a.title", words: ["a.title"] },
	page: { from: "pages g", alias: "g", title: "g.title", words: ["g.title"] },
	document: {
		from: "documents o",
		alias: "o",
		title: "o.title",
		seen: ({ allDocuments }) => published("o", allDocuments, "visibility"),
		words: ["o.title"],
	},
	announcement: {
		from: "announcements n",
		alias: "n",
		title: "n.title",
		seen: ({ allAnnouncements }) => published("n", allAnnouncements, "audience"),
		words: ["n.title"],
	},
};

/**
 * Returns the query of the ids of the tasks that are about members (SQL of their ids), or about a certificate or
 * payment of theirs.
 */
export const tasksAbout = (
	members: string,
): string => `SELECT l.task_id FROM task_links l WHERE l.record_type = 'member' AND l.record_id IN (${members})
	UNION SELECT l.task_id FROM task_links l WHERE l.record_type = 'certificate' AND l.record_id IN (
		SELECT id FROM disability_certificates WHERE member_id IN (${members}))
	UNION SELECT l.task_id FROM task_links l WHERE l.record_type = 'payment' AND l.record_id IN (
		SELECT id FROM payments WHERE payer_member_id IN (${members}))`;

const seenBy = (kind: Kind, viewer: RecordViewer): string => kind.seen?.(viewer) ?? "true";
/** Returns SQL for the title of the record of an id (SQL); NULL when the user sees no such record. */
const titleOf = (type: RecordType, id: string, viewer: RecordViewer): string => {
	const kind = KINDS[type];
	return `(SELECT ${kind.title} FROM ${kind.from} WHERE ${kind.alias}.id = ${id} AND ${seenBy(kind, viewer)})`;
};

/** A record that a task is about. `title` is null when the user may not see the record, or it was deleted. */
export type LinkRow = { type: RecordType; id: number; title: string | null };

/** Selects the records that a task is about, in the order in which they were linked. */
export function taskLinksSelect(taskId: number, viewer: RecordViewer): Select<LinkRow> {
	const named = viewer.types.map((type) => `WHEN '${type}' THEN ${titleOf(type, "l.record_id", viewer)}`);
	const title = named.length > 0 ? `CASE l.record_type ${named.join(" ")} END` : "NULL";
	return select(
		`SELECT l.record_type AS type, l.record_id AS id, ${title} AS title FROM task_links l
		WHERE l.task_id = ?1 ORDER BY l.at, l.record_type, l.record_id`,
		taskId,
	);
}

/** Selects the title of one record, for a user who may see it; no row for any other user. */
export function recordSelect({ type, id }: RecordRef, viewer: RecordViewer): Select<{ title: string }> {
	if (!viewer.types.includes(type)) return select("SELECT '' AS title WHERE false");
	return select(`SELECT title FROM (SELECT ${titleOf(type, "?1", viewer)} AS title) WHERE title IS NOT NULL`, id);
}

/** The maximum number of records that a search shows. */
export const RECORDS_FOUND = 10;

/**
 * Selects the newest records of a kind that the user may see and that have these words in their name or number (letter
 * case, 臺/台 and hyphens make no difference), or this amount.
 */
export function findRecords(
	type: RecordType,
	typed: string,
	viewer: RecordViewer,
): Select<{ id: number; title: string }> {
	const words = [...new Set(folded(typed).split(/\s+/))].filter((word) => word !== "").slice(0, 5);
	if (words.length === 0 || !viewer.types.includes(type)) return select("SELECT 0 AS id, '' AS title WHERE false");
	const kind = KINDS[type];
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const conditions = words.map((word) => {
		const text = bound(word.replaceAll("-", ""));
		const amount = kind.amount === undefined ? null : readAmount(word);
		const all = kind.words.map(
			(column) => `instr(replace(replace(lower(${column}), '臺', '台'), '-', ''), ${text}) > 0`,
		);
		return `(${[...all, ...(amount === null ? [] : [`${kind.amount} = ${bound(amount)}`])].join(" OR ")})`;
	});
	return select(
		`SELECT ${kind.alias}.id AS id, ${kind.title} AS title FROM ${kind.from}
		WHERE ${seenBy(kind, viewer)} AND ${conditions.join(" AND ")}
		ORDER BY ${kind.alias}.id DESC ${limitTo(RECORDS_FOUND)}`,
		...params,
	);
}

const folded = (typed: string): string =>
	typed.toWellFormed().normalize("NFKC").toLowerCase().replaceAll("臺", "台").slice(0, 100).trim();
