import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { type DeputyRef, endDeputy as ended, insertDeputy, refuseDeputyship } from "#db/system/deputies.ts";
import { refuseAbove } from "#db/system/users.ts";
import type { By } from "#kernel/by.ts";
import { refuseDeputy } from "./rules.ts";
import type { DeputyInput } from "./schema.ts";

/**
 * Names a deputy for a user; done by that user or by a user administrator (whose change roles/rights-actions.ts first
 * stores for a second person). Returns the row's id, once per form `key`. Refuses what `refuseDeputy` refuses,
 * `deputy.nothing_to_give` (the user has no approvals to hand over), `deputy.not_active` (the deputy is not active
 * staff), `deputy.overlaps` (the user has a deputy on some of these days), and `user.above_you` (an administrator could
 * otherwise hand approvals that they do not hold to a second account of their own).
 */
export async function nameDeputy(
	db: Db,
	userId: number,
	{ input, key, also = [], ...by }: By & { input: DeputyInput; key: string; also?: readonly Write[] },
): Promise<number> {
	refuseDeputy(userId, input, by);
	const checks = [...also, ...refuseAbove(by.userId, userId), ...refuseDeputyship(userId, input)];
	return commitOnce(db, { key, at: by.at, checks }, [
		insertDeputy(userId, input, by.at),
		...auditNaming(db, userId, { input, id: madeBy(key), by }),
	]);
}

type Named = { input: DeputyInput; id: Parameters<typeof recordAudit>[1]["auditableId"]; by: By };

/** Returns the audit row about a named deputy, whether or not a second person had to confirm it. */
export const auditNaming = (db: Db, userId: number, { input, id, by }: Named): Write[] =>
	recordAudit(db, {
		...by,
		action: "deputy.name",
		auditableType: "deputy",
		auditableId: id,
		description: `user ${userId} by user ${input.deputy}`,
		changes: { from: input.starts_on, to: input.ends_on },
	});

/**
 * Ends a deputyship now. `ownerId` is the user whose deputyship it must be, or null for a user administrator. Refuses
 * `deputy.stale` when it changed meanwhile or is another user's.
 */
export const endDeputy = (
	db: Db,
	deputy: DeputyRef,
	{ ownerId, ...by }: By & { ownerId: number | null },
): Promise<void> =>
	commit(db, [
		...ended(deputy, ownerId, by.at),
		...recordAudit(db, {
			...by,
			action: "deputy.end",
			auditableType: "deputy",
			auditableId: String(deputy.id),
			description: `deputy ${deputy.id}`,
		}),
	]);
