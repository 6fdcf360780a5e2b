import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { DeputyInput } from "./schema.ts";

/**
 * Refuses, as `deputy.own`, a deputy who is the user, or who is the acting user naming a deputy for somebody else,
 * which would give an administrator approvals; as `deputy.past` a first day in the past, on which nobody stood in.
 */
export function refuseDeputy(userId: number, { deputy, starts_on }: DeputyInput, by: By): void {
	if (deputy === userId || deputy === by.userId) throw new Refusal("deputy.own");
	if (starts_on < dateInTaipei(by.at)) throw new Refusal("deputy.past");
}
