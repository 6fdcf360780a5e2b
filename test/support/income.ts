import { env } from "cloudflare:test";
import { storedIncome } from "#db/money/income.ts";
import { readRows } from "#db/read.ts";
import { createDonor } from "#domain/money/donors/actions.ts";
import type { DonorInput } from "#domain/money/donors/form.ts";
import { createIncome, postIncome, reverseIncome } from "#domain/money/income/actions.ts";
import type { IncomeInput } from "#domain/money/income/form.ts";
import { db } from "./payments.ts";
import { AT, by } from "./users.ts";

/** A person who gives, unless told otherwise; nothing else is known of them. */
export const donorInput = (more: Partial<DonorInput> = {}): DonorInput => ({
	kind: "person",
	name: "林淑芬",
	nationalId: null,
	email: null,
	phone: null,
	address: "",
	memberNo: null,
	naming: "name",
	publicName: "",
	note: "",
	...more,
});
export const donor = (more: Partial<DonorInput> = {}) =>
	createDonor(env, db, { input: donorInput(more), key: crypto.randomUUID(), by: by({ id: 1 }) });

/** A transfer of 5,000 on 3 March 2026 by nobody named, unless told. */
export const incomeInput = (more: Partial<IncomeInput> = {}): IncomeInput => ({
	kind: "donation",
	receivedOn: "2026-03-03",
	donorId: null,
	payerTitle: "善心人士",
	isInKind: false,
	items: "",
	amount: 5_000,
	feeAmount: 0,
	method: "transfer",
	bankAccountId: null,
	bankLineId: null,
	projectId: null,
	purpose: "",
	wantsReceipt: true,
	note: "",
	...more,
});

export const inKind = { isInKind: true, items: "輪椅 2 台", amount: null, method: null } as const;

const acting = (userId: number, at = AT) => ({ ...by({ id: userId }, at), userId });
export const reviewer = (userId: number) => ({ userId, standsFor: [null] });

/** A record by a cashier; returns its id. */
export const recorded = (cashier: number, more: Partial<IncomeInput> = {}, at = AT) =>
	createIncome(db, { input: incomeInput(more), record: true, key: crypto.randomUUID(), by: acting(cashier, at) });
export const drafted = (cashier: number, more: Partial<IncomeInput> = {}) =>
	createIncome(db, { input: incomeInput(more), record: false, key: crypto.randomUUID(), by: acting(cashier) });

export async function incomeNow(id: number) {
	const [[row]] = await readRows(env.DB, storedIncome(id));
	if (!row) throw new Error(`there is no income ${id}`);
	return row;
}
export const refOf = async (id: number) => ({ id, version: (await incomeNow(id)).version });

type Posting = { accountId?: number | null; projectId?: number | null; at?: number };
export const posted = async (
	id: number,
	userId: number,
	{ accountId = null, projectId = null, at = AT }: Posting = {},
) =>
	postIncome(db, {
		ref: await refOf(id),
		accountId,
		projectId,
		reviewer: reviewer(userId),
		by: by({ id: userId }, at),
	});
export const reversed = async (id: number, userId: number, at = AT) =>
	reverseIncome(db, {
		ref: await refOf(id),
		reason: "登錄錯誤",
		reviewer: reviewer(userId),
		by: by({ id: userId }, at),
	});
