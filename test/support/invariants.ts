import { env } from "cloudflare:test";
import { expect } from "vitest";
import { brokenInvariants, INVARIANTS } from "#db/invariants/suite.ts";

/** The year's opening may wait for its accountant. */
const MAY_WAIT = "openings";
/** Whether each is broken, in one statement: half of the time that it takes to have each name what breaks it. */
const ANY = `SELECT ${Object.values(INVARIANTS)
	.flatMap((all) => Object.entries(all))
	.filter(([code]) => code !== MAY_WAIT)
	.map(([code, find]) => `EXISTS (${find}) AS ${code}`)
	.join(", ")}`;

let reason: string | undefined;

/** Says of a file of tests why its money does not hold afterwards: rows of raw SQL that no document stands for. */
export const brokenOnPurpose = (because: string): void => {
	reason = because;
};
export const holdAgain = (): void => {
	reason = undefined;
};

/** Fails where an invariant of the money does not hold. */
export async function expectInvariants(): Promise<void> {
	if (reason !== undefined) return;
	const any = (await env.DB.prepare(ANY).first<Record<string, number>>()) ?? {};
	if (Object.values(any).every((isBroken) => isBroken === 0)) return;
	const broken = (await brokenInvariants(env.DB)).filter(({ code }) => code !== MAY_WAIT);
	expect(broken.map(({ code, count, names }) => `${code}: ${count} (${names})`)).toEqual([]);
}
