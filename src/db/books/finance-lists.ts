import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { files } from "#db/schema/files.ts";
import type { FileRow } from "#db/system/index.ts";
import {
	FINANCE_STATES,
	type FinanceKind,
	type FinanceState,
	type PayBy,
	type Register,
} from "#domain/books/finance/labels.ts";
import { readAmount } from "#kernel/amounts.ts";
import { resolutionOf } from "./concurrent-posts.ts";
import type { FinanceReader } from "./finance.ts";
import { cashPartOf } from "./finance-shares.ts";
import { voucherNumber } from "./vouchers.ts";

/** The number of finance documents on one page of the list. */
export const FINANCE_PER_PAGE = 50;

/**
 * The filter of the list; each of `words` has to be found. `open` means under way; `from` and `to` are the first and
 * the last day of creation in Taipei.
 */
export type FinanceFilter = {
	words?: readonly string[] | undefined;
	state?: FinanceState | "open" | undefined;
	kind?: FinanceKind | Register | undefined;
	applicant?: number | undefined;
	project?: number | undefined;
	from?: string | undefined;
	to?: string | undefined;
};

/** A finance document in a list. Times are UTC milliseconds, days YYYY-MM-DD, amounts whole NT$. */
export type FinanceListRow = {
	id: number;
	roc_year: number | null;
	seq: number | null;
	kind: FinanceKind;
	register: Register | null;
	state: FinanceState;
	title: string;
	applicant: string;
	payee_name: string;
	gross: number;
	net: number;
	wanted_on: string | null;
	paid_on: string | null;
	state_since: number;
	sent_at: number | null;
};

const MOST_WORDS = 5;
const DAY_OF_TAIPEI = "+8 hours";

/** Splits what a user typed to find documents into words; each is a number, an amount, a name or a part of a title. */
export const financeWords = (typed: string): string[] => {
	const plain = typed.toWellFormed().normalize("NFKC").trim().toLowerCase();
	return [...new Set(plain.split(/\s+/))].filter((word) => word !== "").slice(0, MOST_WORDS);
};

const SENT_AT = "(SELECT e.at FROM finance_events e WHERE e.document_id = d.id AND e.seq = 1)";
const NUMBERED = /^f?(\d{2,3})-(\d{1,6})$/;

type Bound = (value: string | number) => string;

function foundBy(word: string, bound: Bound): string {
	const [amount, numbered] = [readAmount(word), NUMBERED.exec(word)];
	const text = bound(word);
	return [
		`instr(lower(d.title), ${text}) > 0`,
		`instr(lower(d.payee_name), ${text}) > 0`,
		`d.payee_tax_id = ${text}`,
		`d.applicant_id IN (SELECT u.id FROM users u WHERE instr(lower(u.name), ${text}) > 0)`,
		...(numbered ? [`(d.roc_year, d.seq) = (${bound(Number(numbered[1]))}, ${bound(Number(numbered[2]))})`] : []),
		...(amount === null ? [] : [`${bound(amount)} IN (d.gross, d.net)`]),
	].join(" OR ");
}

/**
 * The sums (net) of a list: rejected, withdrawn and voided documents are counted in `total` and `ended`, but not in the
 * sums.
 */
export type FinanceSums = { total: number; ended: number; sum: number; paid: number };
const ENDED = "d.state IN ('rejected', 'withdrawn', 'voided')";
const SUMS = `coalesce(sum(${ENDED}), 0) AS ended, coalesce(sum(iif(${ENDED}, 0, d.net)), 0) AS sum,
	coalesce(sum(iif(d.state IN ('paid', 'posted'), d.net, 0)), 0) AS paid`;

/** The states of documents under way: neither draft nor final. */
const OPEN =
	"('pending_cashier', 'pending_accountant', 'pending_secretary', 'pending_chair', 'approved', 'paid', 'returned')";

type From = { from: string; params: (string | number)[] };

/** Returns FROM and WHERE of a list. A draft is visible to its applicant only. */
function documentsFrom(reader: FinanceReader, filter: FinanceFilter): From {
	const { words = [], state, kind, applicant, project, from, to } = filter;
	const params: (string | number)[] = [];
	const bound: Bound = (value) => `?${params.push(value)}`;
	const own = `d.applicant_id = ${bound(reader.userId)}`;
	const all = [
		reader.seesAll ? `(d.state <> 'draft' OR ${own})` : own,
		...words.map((word) => `(${foundBy(word, bound)})`),
		...(state === "open" ? [`d.stage IN ${OPEN}`] : state ? [`d.stage = ${bound(state)}`] : []),
		kind && `(d.register IS NULL AND d.kind = ${bound(kind)} OR d.register = ${bound(kind)})`,
		applicant && `d.applicant_id = ${bound(applicant)}`,
		project && `d.project_id = ${bound(project)}`,
		from && `date(d.created_at / 1000, 'unixepoch', '${DAY_OF_TAIPEI}') >= ${bound(from)}`,
		to && `date(d.created_at / 1000, 'unixepoch', '${DAY_OF_TAIPEI}') <= ${bound(to)}`,
	].flatMap((one) => one || []);
	return { from: `FROM finance_documents d WHERE ${all.join(" AND ")}`, params };
}

/**
 * The orders of the list: `created` has drafts where they were made, `sent` is when a document was first submitted,
 * `since` when it came into its present state.
 */
const ORDER = orders(
	{
		created: "d.id",
		title: "d.title",
		payee: "d.payee_name",
		amount: "d.net",
		sent: SENT_AT,
		state: [placeOf("d.stage", FINANCE_STATES), "d.state_since"],
		since: "d.state_since",
	},
	"d.id",
);
export const FINANCE_SORTS = ORDER.sorts;
export type FinanceSort = (typeof FINANCE_SORTS)[number];

/** The columns that a list shows of a document `d` of the applicant `a`. */
export const FINANCE_COLUMNS = `d.id, d.roc_year, d.seq, d.kind, d.register, d.stage AS state, d.title, a.name AS applicant, d.payee_name, d.gross, d.net,
	d.wanted_on, d.paid_on, d.state_since, ${SENT_AT} AS sent_at`;

export type FinanceAsk = { reader: FinanceReader; filter: FinanceFilter; sort?: FinanceSort | undefined };

/** Selects one page of the list in an order, the number of documents that fit, and their sums. */
export function financePage({
	page = 1,
	...ask
}: FinanceAsk & { page?: number }): [Select<FinanceListRow>, Select<FinanceSums>] {
	const { from, params } = documentsFrom(ask.reader, ask.filter);
	const order = ORDER.by(ask.sort ?? "-created");
	const limit = limitTo(FINANCE_PER_PAGE, (page - 1) * FINANCE_PER_PAGE);
	return [
		select(
			`WITH page (id) AS MATERIALIZED (SELECT d.id ${from} ${order} ${limit})
			SELECT ${FINANCE_COLUMNS} FROM page CROSS JOIN finance_documents d ON d.id = page.id JOIN users a ON a.id = d.applicant_id ${order}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total, ${SUMS} ${from}`, ...params),
	];
}

/** A finance document as a row of the export. `accounts` and `voucher` may name several, joined by 、. */
export type FinanceExportRow = FinanceListRow & {
	purpose: string;
	payee_tax_id: string | null;
	pay_by: PayBy;
	/** Of a register that pays by transfer and in cash, the part in cash. */
	cash_part: number;
	project: string | null;
	income_tax: number;
	nhi: number;
	advanced: number;
	accounts: string | null;
	paid_from: string | null;
	paid_reference: string | null;
	voucher: string | null;
	/** JSON of the board resolution under which one person reviewed or paid it: 會計、出納由同一人兼辦. */
	resolution: string | null;
};

/** Selects the whole list, at most `most` rows: ask for one more row than needed to know whether there are more. */
export function listedDocuments(
	{ reader, filter, sort = "-created" }: FinanceAsk,
	most: number,
): Select<FinanceExportRow> {
	const { from, params } = documentsFrom(reader, filter);
	const order = ORDER.by(sort);
	return select(
		`WITH page (id) AS MATERIALIZED (SELECT d.id ${from} ${order} ${limitTo(most)})
		SELECT ${FINANCE_COLUMNS}, d.purpose, d.payee_tax_id, d.pay_by, ${cashPartOf("d")} AS cash_part, j.name AS project, d.income_tax, d.nhi, d.advanced,
			(SELECT group_concat(x.code || ' ' || x.name, '、') FROM accounts x
				WHERE x.id IN (SELECT l.account_id FROM finance_lines l WHERE l.document_id = d.id)) AS accounts,
			f.code || ' ' || f.name || coalesce('、' || g.code || ' ' || g.name, '') AS paid_from, d.paid_reference,
			(SELECT group_concat(${voucherNumber("v")}, '、') FROM finance_postings p JOIN vouchers v ON v.source = 'finance' AND v.source <> 'manual'
				AND v.source_id = p.id AND v.state = 'posted' WHERE p.document_id = d.id) AS voucher,
			${resolutionOf("(SELECT max(e.concurrent_post_id) FROM finance_events e WHERE e.document_id = d.id)")} AS resolution
		FROM page CROSS JOIN finance_documents d ON d.id = page.id JOIN users a ON a.id = d.applicant_id
		LEFT JOIN projects j ON j.id = d.project_id LEFT JOIN accounts f ON f.id = d.paid_from
		LEFT JOIN accounts g ON g.id = d.paid_cash_from ${order}`,
		...params,
	);
}

/** A choice of a filter, by id and name. */
export type Named = { id: number; name: string };

/** Selects the users who have made a finance document, by name. */
export const financeApplicants = (): Select<Named> =>
	select(
		"SELECT u.id, u.name FROM users u WHERE u.id IN (SELECT applicant_id FROM finance_documents) ORDER BY u.name, u.id",
	);

/** Selects the projects, active ones first. */
export const financeProjects = (): Select<Named> =>
	select("SELECT id, name FROM projects ORDER BY is_active DESC, name, id");

/** Returns the file of a document's attachment, unless it was deleted. */
export const attachmentFile = (db: Db, { id, fileId }: { id: number; fileId: number }): Promise<FileRow | undefined> =>
	db
		.select()
		.from(files)
		.where(
			and(
				eq(files.id, fileId),
				isNull(files.deletedAt),
				sql`EXISTS (SELECT 1 FROM finance_attachments WHERE document_id = ${id} AND file_id = ${fileId})`,
			),
		)
		.get();
