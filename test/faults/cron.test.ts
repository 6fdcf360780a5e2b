/**
 * Every task of the cron, three at once, and with a database that breaks off at each of its round trips, before it did what
 * was asked and after: the next run makes up for it, and nothing happens twice.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { TASK_WORDS } from "#admin/shell/health/words.ts";
import { EACH_MINUTE } from "#jobs/schedule.ts";
import { breaking } from "../support/broken.ts";
import { shareOf } from "../support/chances.ts";
import { preparePeople, quietly, WORK } from "../support/work-due.ts";

/** More round trips than any task makes with the little that waits here. */
const TRIPS = Array.from({ length: 60 }, (_, nth) => nth + 1);
/** The most that a task takes for the little that waits: the mails of an announcement, and that these were all. */
const RUNS = 2;

beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await preparePeople();
});

test("every task is tried here, and has words on the page 系統狀態", () => {
	const names = EACH_MINUTE.map(({ name }) => name).sort();
	expect(Object.keys(WORK).sort()).toEqual(names);
	expect(Object.keys(TASK_WORDS).sort()).toEqual(names);
});

describe.each(EACH_MINUTE.map(({ name, run }) => [name, run] as const))("%s", (name, run) => {
	const { at, prepare, done } = WORK[name] ?? { at: 0, prepare: async () => async () => undefined, done: null };

	test("is done once, by three at once and by one more", async () => {
		const effect = await prepare();
		expect(await effect()).not.toEqual(done);
		await Promise.all([1, 2, 3].map(() => run(quietly(), at)));
		for (let again = 0; again < RUNS; again++) await run(quietly(), at);
		expect(await effect()).toEqual(done);
	});

	test.each(["before", "after"] as const)(
		"is made up for where the database breaks off %s it did what was asked",
		async (when) => {
			for (const nth of shareOf(TRIPS, 3)) {
				const effect = await prepare();
				const broken = breaking(nth, when);
				await run({ ...quietly(), ...broken.env }, at).catch(() => {});
				for (let again = 0; again < RUNS; again++) await run(quietly(), at);
				expect([nth, await effect()]).toEqual([nth, done]);
				if (!broken.met()) return;
			}
			expect.fail(`more than ${TRIPS.length} round trips`);
		},
	);
});
