import { sql } from "drizzle-orm";
import { auditPayee, type PayeeRef, refuseOwnPayee, payeeErasuresSql as stored, storedPayee } from "#db/books/index.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { namesOfActing } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { keepPlaces } from "#db/shell/free-text.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { registeredOutsiders, registerOutsiders } from "#platform/erasure-register.ts";

type Store = { FILES: R2Bucket };

const erased = (id: number, at: number): Write[] => [
	...keepPlaces({ type: "payee", id }, [], at),
	...stored.erasePayees(sql`(${id})`, at),
];

/**
 * Erases for good the personal data of a payee who is not a member: one batch in the database, then a line in the
 * erasure register kept outside it. Of whoever was paid the name, the number and the address stay, because vouchers and
 * the withholding of taxes need them. Refuses `payee.is_member` (`pseudonymise` of ./actions.ts erases members),
 * `payee.is_staff`, `payee.open_finance` (a request that pays them is under way), `payee.own` (the acting user or their
 * family) and `payee.stale` (changed meanwhile, or gone).
 */
export async function pseudonymisePayee(env: Store, db: Db, { ref, by }: { ref: PayeeRef; by: By }): Promise<void> {
	const [[payee], names] = await readRows(
		db.$client,
		storedPayee(ref.id),
		namesOfActing(by.userId === null ? [] : [by.userId]),
	);
	if (!payee) throw new Refusal("payee.stale");
	await commit(db, [
		...refuseOwnPayee(
			ref.id,
			by,
			names.map(({ name }) => name),
		),
		...stored.refusePayeeBlocks(ref.id, ref.version),
		...auditPayee(db, "pseudonymise", { id: ref.id }, by),
		...erased(ref.id, by.at),
	]);
	await registerOutsiders(env, "payee", [{ id: ref.id, created_at: payee.created_at, at: by.at }]);
}

/**
 * Reconciles the payees' erasure register and the database, as `keepDonorErasures` does the donors'. Returns how many
 * were erased again.
 */
export async function keepPayeeErasures(env: Store, db: Db, by: By): Promise<number> {
	const beside = await registeredOutsiders(env, "payee");
	const [lines, here] = await readRows(db.$client, stored.payeesToEraseAgain(beside), stored.erasedPayees());
	for (const { id } of lines) await commit(db, [...auditPayee(db, "erase_again", { id }, by), ...erased(id, by.at)]);
	const known = new Set(beside.map(({ id }) => id));
	await registerOutsiders(
		env,
		"payee",
		here.filter(({ id }) => !known.has(id)),
	);
	return lines.length;
}
