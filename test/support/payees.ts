import { env } from "cloudflare:test";
import { storedPayee } from "#db/books/payees.ts";
import { readRows } from "#db/read.ts";
import { createPayee } from "#domain/books/payees/actions.ts";
import type { AccountInput, PayeeInput } from "#domain/books/payees/form.ts";
import { db } from "./payments.ts";
import { by } from "./users.ts";

/** A person who is paid, unless told otherwise; nothing else is known of them. */
export const payeeInput = (more: Partial<PayeeInput> = {}): PayeeInput => ({
	kind: "person",
	name: "吳講師",
	nationalId: null,
	taxId: null,
	isResident: true,
	userId: null,
	memberNo: null,
	email: null,
	phone: null,
	address: "",
	note: "",
	...more,
});
export const ACCOUNT: AccountInput = { bankCode: "004", branch: "城中", account: "001-234-567", holder: "吳講師" };

/** A payee made by the user 1; returns the id. */
export const payee = (more: Partial<PayeeInput> = {}, account: AccountInput | null = null) =>
	createPayee(env, db, { input: payeeInput(more), account, key: crypto.randomUUID(), by: by({ id: 1 }) });

export async function payeeNow(id: number) {
	const [[row]] = await readRows(env.DB, storedPayee(id));
	if (!row) throw new Error(`there is no payee ${id}`);
	return row;
}
export const payeeRef = async (id: number) => ({ id, version: (await payeeNow(id)).version });
