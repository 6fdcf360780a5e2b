import { commit, type Db } from "#db/commit.ts";
import { auditDonor, type DonorRef, donorErasuresSql as stored, storedDonor } from "#db/money/index.ts";
import { readRows } from "#db/read.ts";
import { keepPlaces } from "#db/shell/free-text.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { registeredOutsiders, registerOutsiders } from "#platform/erasure-register.ts";

type Store = { FILES: R2Bucket };

/**
 * Erases for good all personal data of a donor who is not a member: one batch in the database, then a line in the
 * erasure register kept outside it. Amounts, days and receipts stay, because they are the books. Refuses
 * `donor.is_member` (`pseudonymise` of ./actions.ts erases members), `donor.open_income` (a draft, or a donation not
 * posted yet) and `donor.stale` (changed meanwhile, or gone).
 */
export async function pseudonymiseDonor(env: Store, db: Db, { ref, by }: { ref: DonorRef; by: By }): Promise<void> {
	const [[donor]] = await readRows(db.$client, storedDonor(ref.id));
	if (!donor) throw new Refusal("donor.stale");
	await commit(db, [
		...stored.refuseDonorBlocks(ref.id, ref.version),
		...auditDonor(db, "pseudonymise", { id: ref.id }, by),
		...keepPlaces({ type: "donor", id: ref.id }, [], by.at),
		...stored.eraseDonor(ref.id, by.at),
	]);
	await registerOutsiders(env, "donor", [{ id: ref.id, created_at: donor.created_at, at: by.at }]);
}

/**
 * Reconciles the donors' erasure register and the database: a donor who returned with a restored earlier copy is erased
 * again, and an erasure that only the database knows is written into the register. Returns how many were erased.
 */
export async function keepDonorErasures(env: Store, db: Db, by: By): Promise<number> {
	const beside = await registeredOutsiders(env, "donor");
	const [lines, here] = await readRows(db.$client, stored.donorsToEraseAgain(beside), stored.erasedDonors());
	for (const { id } of lines)
		await commit(db, [
			...auditDonor(db, "erase_again", { id }, by),
			...keepPlaces({ type: "donor", id }, [], by.at),
			...stored.eraseDonor(id, by.at),
		]);
	const known = new Set(beside.map(({ id }) => id));
	await registerOutsiders(
		env,
		"donor",
		here.filter(({ id }) => !known.has(id)),
	);
	return lines.length;
}
