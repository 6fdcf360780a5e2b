import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { DeputyInput } from "./schema.ts";

/**
 * Refuses, as `deputy.own`, oneself: as one's own deputy, and as the deputy that one names for another, which would give
 * an administrator approvals; as `deputy.past` a day that is over, since nobody stood in on it.
 */
export function refuseDeputy(userId: number, { deputy, starts_on }: DeputyInput, by: By): void {
	if (deputy === userId || deputy === by.userId) throw new Refusal("deputy.own");
	if (starts_on < dateInTaipei(by.at)) throw new Refusal("deputy.past");
}
