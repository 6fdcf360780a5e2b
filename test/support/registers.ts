import { env } from "cloudflare:test";
import { createDocument } from "#domain/books/finance/actions.ts";
import type { FinanceInput, ShareInput } from "#domain/books/finance/form.ts";
import { approveDocument } from "#domain/books/finance/review-actions.ts";
import type { ShareDecision } from "#domain/books/finance/share-withholding.ts";
import type { Category } from "#domain/books/withholding/rules.ts";
import { foldName } from "#kernel/names.ts";
import { accounts, acting, as, type office, refOf, type Staff } from "./finance.ts";
import { db } from "./payments.ts";
import { rows } from "./users.ts";

type PayeeRow = {
	name: string;
	isKnown?: boolean;
	isResident?: boolean;
	account?: string | null;
	userId?: number | null;
	memberId?: number | null;
};

/** A payee by bare SQL, with a number (証號) unless `isKnown` is false, and an account unless it is null. */
export async function payee({ name, isKnown = true, isResident = true, account, userId, memberId }: PayeeRow) {
	const [row] = await rows<{ id: number }>(
		`INSERT INTO payees (kind, name, name_folded, seal_id, national_id_mask, is_resident, user_id, member_id, address, created_at, updated_at)
		VALUES ('person', ?, ?, ?, ?, ?, ?, ?, '臺北市中正區重慶南路一段 1 號', 1, 1) RETURNING id`,
		name,
		foldName(name),
		crypto.randomUUID(),
		isKnown ? "A12****789" : null,
		isResident ? 1 : 0,
		userId ?? null,
		memberId ?? null,
	);
	if (!row) throw new Error("no payee was made");
	if (account !== null)
		await rows(
			"INSERT INTO payee_accounts (payee_id, bank_code, account, holder, created_at) VALUES (?, '822', ?, ?, 1)",
			row.id,
			account ?? String(900_000_000_000 + row.id),
			name,
		);
	return row.id;
}

export const share = (payeeId: number | null, more: Partial<ShareInput> = {}): ShareInput => ({
	payeeId,
	payeeName: "講師",
	reason: "講師費",
	gross: 3_000,
	allowance: 0,
	labour: 0,
	health: 0,
	pension: 0,
	payBy: "transfer",
	...more,
});

export const register = (applicant: Staff, of: FinanceInput) =>
	createDocument(env, db, { input: of, key: crypto.randomUUID(), by: acting(applicant) });

/** The shares of a document, in their order. */
export const sharesIn = (id: number) =>
	rows<
		{ id: number; payee_id: number; payee_name: string; gross: number; net: number; tax: number; premium: number } & {
			category: string | null;
			account: string;
			ruled: string | null;
		}
	>("SELECT * FROM finance_shares WHERE document_id = ? ORDER BY position", id);

/** The accountant's review of a register: a category for all or for each share, and amounts where they are given. */
export async function withhold(
	id: number,
	people: Awaited<ReturnType<typeof office>>,
	{
		category = "9B",
		categories = [],
		...amounts
	}: { category?: Category; categories?: readonly Category[] } & Partial<Pick<ShareDecision, "tax" | "premium">> = {},
) {
	const decisions = (await sharesIn(id)).map((one, at) => ({
		shareId: one.id,
		category: categories[at] ?? category,
		tax: null,
		premium: null,
		...amounts,
	}));
	const of = { ref: await refOf(id), accounts: await accounts(id), decisions };
	await approveDocument(db, { ...of, ...as(people.accountant) });
}
