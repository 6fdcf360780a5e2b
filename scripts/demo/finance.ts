/**
 * Makes the expense requests (支出申請) of the demo association: each state at least once, some that wait for each
 * reviewer, unsettled advances.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createDocument, editDocument, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import type { FinanceReviewers } from "#domain/books/finance/rules.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type DemoDocument, type DemoStep, DOCUMENTS, type Role } from "./finance-documents.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REVIEWER: Record<string, Role> = {
	pending_cashier: "cashier",
	pending_accountant: "accountant",
	pending_chair: "chair",
};

type World = { env: Store; db: Db; at: number; picture: Uint8Array; users: Map<Role, number> };

/**
 * Makes the expense requests and returns how many; makes none and returns 0 when there are some already or a demo user
 * is missing. `at` is UTC milliseconds.
 */
export async function seedDemoFinance(
	env: Store,
	db: Db,
	{ at, picture }: { at: number; picture: Uint8Array },
): Promise<number> {
	const [[there], people] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM finance_documents LIMIT 1"),
		select<{ id: number; role: Role }>(
			`SELECT id, substr(email, 1, instr(email, '@') - 1) AS role FROM users WHERE status = 'active'
				AND email IN ('applicant@example.org', 'admin@example.org', 'cashier@example.org', 'accountant@example.org', 'chair@example.org')`,
		),
	);
	if (there || people.length < 5) return 0;
	const world = { env, db, at, picture, users: new Map(people.map(({ id, role }) => [role, id])) };
	const inOrder = DOCUMENTS.toSorted((a, b) => b.days - a.days);
	for (const [nth, one] of inOrder.entries()) await make(world, one, nth);
	return DOCUMENTS.length;
}

const userOf = ({ users }: World, role: Role): number => users.get(role) ?? 0;

type Now = { id: number; version: number; state: string };
const read = async ({ db }: World, id: number): Promise<Now> => {
	const [[row]] = await readRows(
		db.$client,
		select<Now>("SELECT id, version, state FROM finance_documents WHERE id = ?", id),
	);
	return row ?? { id, version: 0, state: "" };
};

async function make(world: World, one: DemoDocument, nth: number): Promise<void> {
	const { env, db, at, picture } = world;
	const begun = Math.min(at - one.days * DAY_MS, at - HOUR_MS);
	const applicant = userOf(world, one.by);
	const input = await inputOf(world, one);
	const uploads = (one.files ?? []).map((filename) => ({ filename, declaredType: "image/jpeg", bytes: picture }));
	const by = byUser(applicant, null, begun);
	const id = await createDocument(env, db, {
		input,
		uploads,
		key: `demo-finance-${nth}`,
		by: { ...by, userId: applicant },
	});
	for (const step of one.steps)
		await take(world, { id, one, input, step, at: Math.min(begun + step.after * HOUR_MS, at) });
}

async function inputOf({ db, users, at }: World, one: DemoDocument): Promise<FinanceInput> {
	const isVendor = one.payee !== undefined;
	const [[advance]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM finance_documents WHERE kind = 'advance' AND title = ?", one.of ?? ""),
	);
	return {
		kind: one.kind,
		title: one.title,
		purpose: one.purpose ?? "",
		payeeName: one.payee?.name ?? "",
		payeeTaxId: one.payee?.taxId ?? null,
		payeeUserId: isVendor || advance ? null : (users.get(one.by) ?? null),
		payeeMemberId: null,
		payBy: one.payBy ?? "transfer",
		payeeBank: one.payee?.bank ?? "漣漪銀行",
		payeeAccount: one.payee?.account ?? "8000-123-456789",
		wantedOn: one.wanted === undefined ? null : dateInTaipei(at + one.wanted * DAY_MS),
		projectId: null,
		incomeTax: one.tax ?? 0,
		nhi: one.nhi ?? 0,
		noAttachmentReason: one.none ?? null,
		advanceId: advance?.id ?? null,
		refundOf: null,
		paymentId: null,
		bankLineId: null,
		lines: one.lines,
	};
}

type Taking = { id: number; one: DemoDocument; input: FinanceInput; step: DemoStep; at: number };

async function take(world: World, { id, one, input, step, at }: Taking): Promise<void> {
	const { env, db } = world;
	const now = await read(world, id);
	const ref = { id, version: now.version };
	const as = (role: Role) => {
		const userId = userOf(world, role);
		return { ref, by: { ...byUser(userId, null, at), userId }, reviewers: reviewersOf(userId) };
	};
	const reviewer = REVIEWER[now.state] ?? "cashier";
	switch (step.do) {
		case "submit":
			return submitDocument(db, as(one.by));
		case "approve":
			return approveDocument(db, {
				...as(reviewer),
				comment: step.comment ?? null,
				accounts: await accountsOf(world, id, one),
			});
		case "return":
			return returnDocument(db, { ...as(reviewer), comment: step.comment });
		case "reject":
			return rejectDocument(db, { ...as(reviewer), comment: step.comment });
		case "void":
			return voidDocument(db, { ...as("accountant"), comment: step.comment });
		case "withdraw":
			return withdrawDocument(db, as(one.by));
		case "mend":
			await editDocument(env, db, { ...as(one.by), input: { ...input, lines: step.lines } });
			return submitDocument(db, { ...as(one.by), ref: { id, version: (await read(world, id)).version } });
		case "pay":
			return payDocument(db, {
				...as("cashier"),
				paidOn: dateInTaipei(at),
				paidFrom: await accountOf(world, PAID_FROM[input.payBy]),
				reference: null,
			});
		case "post":
			return postDocument(db, as("accountant"));
	}
}

const PAID_FROM: Record<FinanceInput["payBy"], string> = {
	transfer: "1130-01",
	cheque: "1130-01",
	cash: "1110",
};

/** Returns the reviewers for a step: the user acts in every role only for themselves, for nobody as a deputy. */
const reviewersOf = (userId: number): FinanceReviewers => {
	const own = { userId, standsFor: [null] };
	return {
		"finance.review.cashier": own,
		"finance.review.accountant": own,
		"finance.review.secretary": own,
		"finance.review.chair": own,
		"finance.pay": own,
		"ledger.post": own,
		"confirmations.decide": own,
	};
};

/**
 * Returns the id of the account with this code; when it does not exist yet (a bank's own account, such as 1130-01),
 * that of the account with the code's first four digits.
 */
async function accountOf({ db }: World, code: string): Promise<number> {
	const [[row]] = await readRows(
		db.$client,
		select<{ id: number }>(
			"SELECT id FROM accounts WHERE code IN (?1, substr(?1, 1, 4)) ORDER BY length(code) DESC LIMIT 1",
			code,
		),
	);
	return row?.id ?? 0;
}

async function accountsOf(world: World, id: number, { code, kind }: DemoDocument) {
	if (kind === "advance") return [];
	const [lines] = await readRows(
		world.db.$client,
		select<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ?", id),
	);
	const accountId = await accountOf(world, code);
	return lines.map((line) => ({ lineId: line.id, accountId, budgetItemId: null }));
}
