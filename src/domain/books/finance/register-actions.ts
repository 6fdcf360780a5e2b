import type { SQL } from "drizzle-orm";
import { insertPayees, setShares } from "#db/books/finance-shares.ts";
import { auditPayee, payeeSealedBy } from "#db/books/payee-writes.ts";
import type { Db, Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { foldName } from "#kernel/names.ts";
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
	{ env, db }: { env: { SEALING_KEY: string }; db: Db },
	id: number | SQL<number>,
	{ input, by }: { input: FinanceInput; by: By },
): Promise<Stored> {
	if (!input.register) return { before: [], after: [] };
	const { shares } = input.register;
	const names = shares.filter(({ payeeId }) => payeeId === null).map(({ payeeName }) => payeeName);
	const apart = [...new Map(names.map((name) => [foldName(name), name])).values()];
	const payees = await Promise.all(apart.map(async (name) => ({ name, ...(await newMemberKeys(env)) })));
	const sealIds = new Map(payees.map(({ name, seal_id }) => [foldName(name), seal_id]));
	const audits = payees.flatMap(({ seal_id }) => auditPayee(db, "create", { id: payeeSealedBy(seal_id) }, by));
	return {
		before: [...insertPayees(payees, by.at), ...audits],
		after: setShares(id, shares, sealIds),
	};
}
