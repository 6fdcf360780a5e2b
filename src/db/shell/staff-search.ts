import { type FinanceReader, type VoucherKind, voucherNumber } from "#db/books/index.ts";
import { READABLE } from "#db/content/index.ts";
import type { TaskReader } from "#db/office/index.ts";
import type { Select } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import { type RecordAsk, type RecordRow, recordHits } from "#db/system/index.ts";
import type { FinanceState } from "#domain/books/index.ts";
import type { State, Visibility } from "#domain/content/index.ts";
import type { IncomeState, PaymentStatus, ReceiptStatus } from "#domain/money/index.ts";
import type { TaskStatus } from "#domain/office/index.ts";
import type { UserStatus } from "#domain/system/index.ts";

/**
 * The search words, at least one, in the folded form of needlesOf (domain/system/search/needles.ts), and which part of
 * the hits is shown.
 */
export type Looked = Pick<RecordAsk, "needles" | "limit" | "offset">;
type Hits<Row> = Select<RecordRow<Row>>;

/**
 * Selects records of a kind that needs no check of who may see which, by the words that a trigger stores for them.
 * `label` and `sub` are the columns that a hit shows.
 */
export const plainHits = (
	asked: Looked & { kind: string; table: string; label: string; sub?: string },
): Hits<{ label: string; sub: string | null }> => {
	const { table, label, sub, ...looked } = asked;
	return recordHits({
		...looked,
		table,
		as: "r",
		columns: `r.${label} AS label, ${sub === undefined ? "NULL" : `r.${sub}`} AS sub`,
	});
};

/** Selects users by name, e-mail or phone. */
export const userHits = (
	looked: Looked,
): Hits<{ name: string; email: string | null; phone: string | null; status: UserStatus }> =>
	recordHits({ ...looked, kind: "user", table: "users", as: "u", columns: "u.name, u.email, u.phone, u.status" });

/** Selects receipts by number, title, amount or a member number. */
export const receiptHits = (
	looked: Looked,
): Hits<{ number: string; payer_title: string; issued_on: string; amount: number; status: ReceiptStatus }> =>
	recordHits({
		...looked,
		kind: "receipt",
		table: "receipts",
		as: "r",
		columns: `${receiptNumberOf("r")} AS number, r.payer_title, r.issued_on, r.amount, r.status`,
	});

type FinanceHit = {
	title: string;
	payee_name: string;
	roc_year: number | null;
	seq: number | null;
	net: number;
	state: FinanceState;
};
/**
 * Selects expense requests (支出申請) by number, title, payee, applicant or amount: the user's own, and for a user who
 * sees all also those that others have submitted.
 */
export const financeHits = (looked: Looked, { userId, seesAll }: FinanceReader): Hits<FinanceHit> =>
	recordHits({
		...looked,
		kind: "finance",
		table: "finance_documents",
		as: "d",
		columns: "d.title, d.payee_name, d.roc_year, d.seq, d.net, d.stage AS state",
		...(seesAll
			? { seen: (bound) => `(d.state <> 'draft' OR d.applicant_id = ${bound(userId)})` }
			: { among: (bound) => `SELECT id FROM finance_documents WHERE applicant_id = ${bound(userId)}` }),
	});

type VoucherHit = { number: string | null; kind: VoucherKind | null; date: string; description: string };
/** Selects vouchers by number, text or amount; a draft by its text. */
export const voucherHits = (looked: Looked): Hits<VoucherHit> =>
	recordHits({
		...looked,
		kind: "voucher",
		table: "vouchers",
		as: "v",
		columns: `iif(v.seq IS NULL, NULL, ${voucherNumber("v")}) AS number, v.kind, v.date, v.description`,
	});

type PaymentHit = { payer_title: string; paid_on: string; amount: number; status: PaymentStatus };
/** Selects payments by title, last five digits, amount or an old receipt number. */
export const paymentHits = (looked: Looked): Hits<PaymentHit> =>
	recordHits({
		...looked,
		kind: "payment",
		table: "payments",
		as: "p",
		columns: "p.payer_title, p.paid_on, p.amount, p.status",
	});

type IncomeHit = {
	payer_title: string;
	purpose: string;
	roc_year: number | null;
	seq: number | null;
	received_on: string;
	amount: number | null;
	state: IncomeState;
};
/** Selects income records by number, title, purpose, donated items or amount. */
export const incomeHits = (looked: Looked): Hits<IncomeHit> =>
	recordHits({
		...looked,
		kind: "income",
		table: "income_records",
		as: "i",
		columns: "i.payer_title, i.purpose, i.roc_year, i.seq, i.received_on, i.amount, i.state",
	});

/** Selects articles or pages that are not public, by title and address: the public ones are in the SEARCH index. */
export const unpublishedHits = (
	kind: "article" | "page",
	looked: Looked,
): Hits<{ title: string; slug: string; state: State }> =>
	recordHits({ ...looked, kind, table: `${kind}s`, as: "c", columns: "c.title, c.slug, c.state" });

/**
 * Which documents a user sees: with `all` every document; else those that the user may read with these permissions, and
 * with `publicOnes` also public ones that are not published.
 */
export type DocumentSight = {
	all: boolean;
	publicOnes: boolean;
	userId: number;
	permissions: ReadonlySet<string>;
};
type DocumentHit = { title: string; category: string; visibility: Visibility; state: State };

/** Selects documents by title, category, description or address, without those in the trash. */
export const documentHits = (
	looked: Looked,
	{ all, publicOnes, userId, permissions }: DocumentSight,
): Hits<DocumentHit> =>
	recordHits({
		...looked,
		kind: "document",
		table: "documents",
		as: "d",
		columns: "d.title, d.category, d.visibility, d.state",
		seen: (bound) => {
			if (all) return "d.state <> 'trashed'";
			const [user, held] = [bound(userId), bound(JSON.stringify([...permissions]))];
			const readable = READABLE.replace(/\?([12])/g, (_, place) => (place === "1" ? user : held));
			return `d.state <> 'trashed' AND (${publicOnes ? "d.visibility = 'public' OR " : ""}(${readable}))`;
		},
	});

type AnnouncementHit = {
	title: string;
	audience: string;
	/** The name of the role or the group that the announcement is for. */
	named: string | null;
	is_live: 0 | 1;
	publish_from: number | null;
	publish_until: number | null;
};
/** Selects announcements by title and address: all, or only public ones. */
export const announcementHits = (looked: Looked, { all }: { all: boolean }): Hits<AnnouncementHit> =>
	recordHits({
		...looked,
		kind: "announcement",
		table: "announcements",
		as: "n",
		columns: `n.title, n.audience, CASE substr(n.audience, 1, instr(n.audience, ':'))
				WHEN 'staff:' THEN (SELECT o.name FROM roles o WHERE o.code = substr(n.audience, 7))
				WHEN 'group:' THEN (SELECT o.name FROM member_groups o WHERE o.id = CAST(substr(n.audience, 7) AS INTEGER))
				WHEN 'segment:' THEN (SELECT o.name FROM member_segments o WHERE o.id = CAST(substr(n.audience, 9) AS INTEGER))
				WHEN 'type:' THEN (SELECT o.name FROM membership_types o WHERE o.code = substr(n.audience, 6)) END AS named, n.is_live,
			n.publish_from, n.publish_until`,
		...(all ? {} : { seen: () => "n.audience = 'public'" }),
	});

type TaskHit = { title: string; assignee: string | null; due_on: string | null; status: TaskStatus };
/** Selects tasks by title and the beginning of the text: all, or only those assigned to the user. */
export const taskHits = (looked: Looked, { userId, seesAll }: TaskReader): Hits<TaskHit> =>
	recordHits({
		...looked,
		kind: "task",
		table: "tasks",
		as: "t",
		columns: "t.title, a.name AS assignee, t.due_on, t.status",
		joins: "LEFT JOIN users a ON a.id = t.assignee_id",
		...(seesAll ? {} : { among: (bound) => `SELECT id FROM tasks WHERE assignee_id = ${bound(userId)}` }),
	});
