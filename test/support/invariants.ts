import { env } from "cloudflare:test";
import { expect } from "vitest";
import { brokenInvariants } from "#db/invariants/suite.ts";

let reason: string | undefined;

/** Says of a file of tests why its money does not hold afterwards: rows of raw SQL that no document stands for. */
export const brokenOnPurpose = (because: string): void => {
	reason = because;
};
export const holdAgain = (): void => {
	reason = undefined;
};

/** Fails where an invariant of the money does not hold; the year's opening may wait for its accountant. */
export async function expectInvariants(): Promise<void> {
	if (reason !== undefined) return;
	const broken = (await brokenInvariants(env.DB)).filter(({ code }) => code !== "openings");
	expect(broken.map(({ code, count, names }) => `${code}: ${count} (${names})`)).toEqual([]);
}
