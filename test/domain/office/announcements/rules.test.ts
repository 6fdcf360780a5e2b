import fc from "fast-check";
import { expect, test } from "vitest";
import {
	ANNOUNCEMENTS,
	type AnnouncementStep,
	planWindow,
	stateOf,
	type Wish,
} from "#domain/office/announcements/rules.ts";
import { Refusal } from "#kernel/refusal.ts";

const NOW = 1_000;
const time = fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: null });
const wish: fc.Arbitrary<Wish> = fc.record({ publish: fc.constantFrom("now", "later"), publish_at: time, until: time });
const step = fc.constantFrom<(AnnouncementStep | undefined)[]>(undefined, "publish", "withdraw", "close", "reopen");
/** A stored window as the table and its triggers leave it. */
const stored = fc
	.record({ from: time, until: time, planned: time })
	.filter(({ from, until }) => from === null || until === null || until > from)
	.map((one) => ({
		...one,
		isLive: one.from !== null && one.from <= NOW && (one.until === null || one.until > NOW),
	}));

test("whatever is asked for, a window is one that the table takes, and a step ends where it says", () => {
	fc.assert(
		fc.property(stored, wish, step, (now, wished, taken) => {
			const before = stateOf(now, NOW);
			try {
				const next = planWindow(now, wished, { step: taken, at: NOW });
				// What was opened in this very millisecond is closed in the next.
				const at = taken === "close" ? NOW + 1 : NOW;
				const isLive = next.from !== null && next.from <= at && (next.until === null || next.until > at);
				const after = stateOf({ ...next, isLive }, at);
				expect(next.from === null || next.until === null || next.until > next.from).toBe(true);
				if (taken) {
					expect(ANNOUNCEMENTS.can(taken, before)).toBe(true);
					// Published or opened again with an end: that end is ahead.
					expect(ANNOUNCEMENTS.to(taken, before)).toContain(after);
				} else expect([before, after]).toEqual([before, before]);
				expect(next.planned === null || after === "draft").toBe(true);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				if (error.code === "announcement.wrong_state") expect(taken && ANNOUNCEMENTS.can(taken, before)).toBe(false);
				else expect(error.code).toMatch(/^content\.(?:no_time|past_schedule|unpublish_too_early)$/);
			}
		}),
		{ numRuns: 5_000 },
	);
});

test("every step begins somewhere, and no state is a dead end", () => {
	for (const state of ANNOUNCEMENTS.states) expect(ANNOUNCEMENTS.at(state)).not.toEqual([]);
});
