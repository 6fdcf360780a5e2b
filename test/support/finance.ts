import { env } from "cloudflare:test";
import { documentRow } from "#db/books/finance.ts";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import type { FinanceInput, LineAccount } from "#domain/books/finance/form.ts";
import { payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument } from "#domain/books/finance/review-actions.ts";
import type { FinanceReviewers } from "#domain/books/finance/rules.ts";
import { FINANCE_PERMISSIONS, type FinancePermission, STAND_IN } from "#domain/books/finance/steps.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { db } from "./payments.ts";
import { AT, by, idOfRole, person, roleOf, rows } from "./users.ts";

type Held = readonly (FinancePermission | typeof STAND_IN)[];
const HELD: Record<string, Held> = {
	applicant: [],
	cashier: ["finance.review.cashier", "finance.pay"],
	accountant: ["finance.review.accountant", "ledger.post"],
	chair: ["finance.review.chair", STAND_IN],
	auditor: [STAND_IN],
	/** 秘書長, whom the settings add to the chain of approval: a role of the association's own. */
	director: ["finance.review.secretary"],
};
export type Staff = { id: number; held: Held };

/** Somebody with these shipped roles and what they may do with documents. */
export async function staff(...roles: (keyof typeof HELD)[]): Promise<Staff> {
	if (roles.includes("director") && (await idOfRole("director")) === 0)
		await roleOf("director", ["finance.review.secretary", "finance.view"]);
	const { id } = await person({ name: `職員${crypto.randomUUID().slice(0, 8)}`, roles: roles.map(String) });
	return { id, held: roles.flatMap((role) => HELD[role] ?? []) };
}
/** The four whom a document passes through. */
export const office = async () => ({
	applicant: await staff("applicant"),
	cashier: await staff("cashier"),
	accountant: await staff("accountant"),
	chair: await staff("chair"),
});

/** Changes the chain of approval in the settings: whether the secretary reviews, and from which amount the 理事會 resolves. */
export const setChain = (secretary: boolean, boardFrom = 0) =>
	rows(
		`INSERT INTO settings (key, value, updated_at) VALUES ('approval.secretary', ?1, ?3), ('approval.board_from', ?2, ?3)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
		String(secretary),
		String(boardFrom),
		AT,
	);

/** Names somebody a deputy of others, for all the days of these tests. */
export const deputise = async (deputy: Staff, ...principals: Staff[]): Promise<Staff> => {
	for (const { id } of principals)
		await rows(
			"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '1970-01-01', '2099-12-31', 1)",
			id,
			deputy.id,
		);
	return deputy;
};

/** As whom they may: themselves, and in the place of `principals` what those hold. */
export function reviewersOf({ id, held }: Staff, principals: readonly Staff[] = []): FinanceReviewers {
	const all = ([...FINANCE_PERMISSIONS, STAND_IN] as const).map((one) => [
		one,
		{
			userId: id,
			standsFor: held.includes(one)
				? [null]
				: principals.filter((other) => other.held.includes(one)).map((other) => other.id),
		},
	]);
	return Object.fromEntries(all) as FinanceReviewers;
}
export const acting = ({ id }: { id: number }, at = AT) => ({ ...by({ id }, at), userId: id });
/** What every step by somebody takes. */
export const as = (who: Staff, { at = AT, principals = [] }: { at?: number; principals?: readonly Staff[] } = {}) => ({
	reviewers: reviewersOf(who, principals),
	by: acting(who, at),
});

/** What a vendor asks for: 18,600 in two lines, with a reason for no attachment. */
export const input = (more: Partial<FinanceInput> = {}): FinanceInput => ({
	kind: "vendor",
	title: "秋季病友聚會場地費",
	purpose: "場地與音響",
	payeeName: "青禾文化空間有限公司",
	payeeTaxId: "12345675",
	payeeUserId: null,
	payeeMemberId: null,
	payBy: "transfer",
	payeeBank: "臺灣銀行",
	payeeAccount: "001234555120",
	wantedOn: null,
	projectId: null,
	incomeTax: 0,
	nhi: 0,
	noAttachmentReason: "電子發票另存",
	advanceId: null,
	refundOf: null,
	paymentId: null,
	bankLineId: null,
	lines: [
		{ summary: "場地租金", amount: 15_000 },
		{ summary: "音響設備", amount: 3_600 },
	],
	...more,
});

export const draft = (applicant: Staff, more: Partial<FinanceInput> = {}) =>
	createDocument(env, db, { input: input(more), key: crypto.randomUUID(), by: acting(applicant) });

/** A document as it stands. */
export async function now(id: number) {
	const [[row]] = await readRows(env.DB, documentRow(id, { userId: 0, seesAll: true }));
	if (!row) throw new Error(`there is no document ${id}`);
	return row;
}
export const refOf = async (id: number) => ({ id, version: (await now(id)).version });

export async function accountId(code: string): Promise<number> {
	const [row] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = ?", code);
	if (!row) throw new Error(`there is no account ${code}`);
	return row.id;
}
/** An account for every line. */
export async function accounts(id: number, code = "5320"): Promise<LineAccount[]> {
	const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ? ORDER BY line_no", id);
	const account = await accountId(code);
	return lines.map((line) => ({ lineId: line.id, accountId: account, budgetItemId: null }));
}

type Office = Awaited<ReturnType<typeof office>>;
const ORDER = ["submitted", "cashier", "accountant", "chair", "paid", "posted"] as const;
export type Until = (typeof ORDER)[number];

/** Takes a document along, each step by whose it is. */
export async function bring(
	id: number,
	people: Office,
	until: Until,
	{ paidFrom = "1130", code = "5320", at = AT } = {},
) {
	const steps: Record<Until, () => Promise<void>> = {
		submitted: async () => submitDocument(db, { ref: await refOf(id), by: acting(people.applicant, at) }),
		cashier: async () => approveDocument(db, { ref: await refOf(id), ...as(people.cashier, { at }) }),
		accountant: async () =>
			approveDocument(db, {
				ref: await refOf(id),
				accounts: await accounts(id, code),
				...as(people.accountant, { at }),
			}),
		chair: async () => approveDocument(db, { ref: await refOf(id), ...as(people.chair, { at }) }),
		paid: async () =>
			payDocument(db, {
				ref: await refOf(id),
				paidOn: dateInTaipei(at),
				paidFrom: await accountId(paidFrom),
				reference: "匯款 001",
				...as(people.cashier, { at }),
			}),
		posted: async () => postDocument(db, { ref: await refOf(id), ...as(people.accountant, { at }) }),
	};
	const STANDS: Record<string, number> = {
		draft: 0,
		returned: 0,
		pending_cashier: 1,
		pending_accountant: 2,
		pending_chair: 3,
		approved: 4,
		paid: 5,
	};
	const from = STANDS[(await now(id)).state] ?? 0;
	for (const step of ORDER.slice(from, ORDER.indexOf(until) + 1)) await steps[step]();
	return id;
}

/** The vouchers of a document, oldest first, with their lines as texts: "5320 Dr 15000". */
export async function vouchersOf(id: number) {
	const found = await rows<{ kind: string; date: string; description: string; is_reversal: number; lines: string }>(
		`SELECT v.kind, v.date, v.description, v.reverses_id IS NOT NULL AS is_reversal,
			(SELECT json_group_array(a.code || iif(l.debit > 0, ' Dr ' || l.debit, ' Cr ' || l.credit) ORDER BY l.line_no)
				FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS lines
		FROM finance_postings p JOIN vouchers o ON o.source = 'finance' AND o.source_id = p.id JOIN vouchers v ON v.id = o.id OR v.reverses_id = o.id
		WHERE p.document_id = ? AND v.state = 'posted' ORDER BY v.id`,
		id,
	);
	return found.map(({ lines, is_reversal, ...voucher }) => ({
		...voucher,
		isReversal: is_reversal === 1,
		lines: JSON.parse(lines) as string[],
	}));
}

/** Who was told what of a document: "finance_turn approve_cashier → 12". */
export const mailsOf = async (id: number) =>
	(
		await rows<{ told: string }>(
			`SELECT template || ' ' || (data ->> '$.step') || ' → ' || user_id AS told FROM mail_messages
			WHERE template LIKE 'finance_%' AND data ->> '$.documentId' = ? ORDER BY rowid`,
			id,
		)
	).map(({ told }) => told);

/** Money in every account of cash class in use, or in these: nobody pays from what is not there. */
export async function fund({ date = "2026-01-01", amount = 1_000_000_000, only = "", at = AT } = {}) {
	const all = await rows<{ code: string }>(
		"SELECT code FROM accounts a WHERE substr(code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310') AND is_active = 1 AND id NOT IN (SELECT account_id FROM cash_parents)",
	);
	const codes = all.map(({ code }) => code).filter((code) => only === "" || only.split(" ").includes(code));
	const lines = codes.map((code) => debit(code, amount, ""));
	const source = { source: "bank_line", id: 900_000_000 } as const;
	await commit(
		db,
		postVoucher(
			{ ...source, date, description: "開始的錢", lines: [...lines, credit("3110", amount * codes.length, "")] },
			byOperator(at),
		),
	);
	return codes;
}
