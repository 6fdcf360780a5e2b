import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { freshIndexRev } from "#http/state.ts";
import { counted } from "../support/round-trips.ts";

test("the index's revision is asked twice a second, also where the index was made anew and counts from a smaller one", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const known = async (rev: number): Promise<unknown[]> => {
		await env.SEARCH.prepare("UPDATE index_state SET index_rev = ?1").bind(rev).run();
		vi.advanceTimersByTime(500);
		let trips = 0;
		const counting = { DB: env.DB, SEARCH: counted(env.SEARCH, () => trips++) };
		const first = await freshIndexRev(counting);
		vi.advanceTimersByTime(499);
		return [first, await freshIndexRev(counting), trips];
	};
	expect(await known(1_900_000_000_000)).toEqual([1_900_000_000_000, 1_900_000_000_000, 1]);
	expect(await known(1)).toEqual([1, 1, 1]);
	vi.useRealTimers();
});
