/** However long and hostile a text is, no regular expression of the program takes more time for it than in proportion. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hostileTexts, type Pattern, patternsIn } from "../support/patterns.ts";

/** From a length at which the cube of it shows to one at which the square does, and the most that each may take (ms). */
const STEPS = [
	{ length: 400, most: 20 },
	{ length: 4_000, most: 40 },
	{ length: 40_000, most: 150 },
];
const TRIES = 3;
/** Who reads with these takes no longer text: it refuses it before, or made it itself. */
const SHORT: Record<string, number> = {
	"kernel/calendar.ts": 60,
	"domain/people/members/phones.ts": 60,
	"kernel/capitals.ts": 40,
};

/** Milliseconds for all of a text, the least of a few tries: a machine that does other work only adds to it. */
function timeOf(pattern: Pattern, text: string, most: number): number {
	const flags = pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`;
	let least = Number.POSITIVE_INFINITY;
	for (let tries = 0; tries < TRIES && least > most; tries++) {
		const begunAt = performance.now();
		text.replace(new RegExp(pattern.source, flags), "");
		least = Math.min(least, performance.now() - begunAt);
	}
	return least;
}

/** The first text that takes too long; undefined where none does. */
function slowTextOf(pattern: Pattern): string | undefined {
	const longest = SHORT[pattern.at.split(":")[0] ?? ""] ?? Number.POSITIVE_INFINITY;
	for (const { length, most } of STEPS)
		for (const text of hostileTexts(pattern, Math.min(length, longest))) {
			const ms = timeOf(pattern, text, most);
			if (ms > most)
				return `${pattern.at} /${pattern.source}/: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 24))} × ${length}`;
		}
	return undefined;
}

describe("patterns", () => {
	test("one whose time grows with the square of its text is found", () => {
		assert.match(slowTextOf({ source: "<a[^>]*>", flags: "g", at: "" }) ?? "", /ms for/);
	});

	test("every one of the program takes its time in proportion to the text", () => {
		const patterns = patternsIn("src");
		assert.ok(patterns.length > 400);
		assert.deepEqual(
			patterns.map(slowTextOf).filter((slow) => slow !== undefined),
			[],
		);
	});
});
