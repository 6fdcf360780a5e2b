import type { SQL } from "drizzle-orm";
import { insertPayees, setShares } from "#db/books/finance-shares.ts";
import type { Write } from "#db/commit.ts";
import { newMemberKeys } from "#platform/member-seals.ts";
import type { FinanceInput } from "./form.ts";

type Stored = {
	/** Writes before the document: the payees whom the register makes. */
	before: Write[];
	/** Writes after it: its shares. */
	after: Write[];
};

/**
 * Returns the writes of a register's shares; nothing for a document that pays one payee. A name that no payee has yet
 * becomes a payee, once. The writes refuse `finance.payee_refused` when a payee does not exist or is switched off.
 */
export async function sharesToStore(
	env: { SEALING_KEY: string },
	id: number | SQL<number>,
	{ input, at }: { input: FinanceInput; at: number },
): Promise<Stored> {
	if (!input.register) return { before: [], after: [] };
	const { shares } = input.register;
	const names = shares.filter(({ payeeId }) => payeeId === null).map(({ payeeName }) => payeeName);
	const payees = await Promise.all([...new Set(names)].map(async (name) => ({ name, ...(await newMemberKeys(env)) })));
	const sealIds = new Map(payees.map(({ name, seal_id }) => [name, seal_id]));
	return { before: insertPayees(payees, at), after: setShares(id, { shares, payBy: input.payBy }, sealIds) };
}
