import { expect, test } from "vitest";
import { criteriaWords, drawAtRandom, sampleOf } from "#domain/books/examinations/sample.ts";

const IDS = Array.from({ length: 97 }, (_, at) => at * 3 + 1);

test("a random draw is the same for the same seed, whatever the order in which the ids come", () => {
	for (const seed of [0, 1, 7, 4_294_967_295])
		expect(drawAtRandom(IDS.toReversed(), 12, seed)).toEqual(drawAtRandom(IDS, 12, seed));
	expect(drawAtRandom(IDS, 12, 1)).not.toEqual(drawAtRandom(IDS, 12, 2));
	// A draw that was made before is made again by every later version.
	expect(drawAtRandom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3, 20_260_305)).toEqual([1, 7, 8]);
});

test("a random draw has different ids of the list, as many as asked for or as there are", () => {
	for (const many of [0, 1, 50, 97, 200]) {
		const drawn = drawAtRandom(IDS, many, 5);
		expect(drawn).toHaveLength(Math.min(many, IDS.length));
		expect(new Set(drawn).size).toBe(drawn.length);
		expect(drawn.every((id) => IDS.includes(id))).toBe(true);
	}
});

test("each id is drawn about as often as every other", () => {
	const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
	const times = new Map(ids.map((id) => [id, 0]));
	for (let seed = 0; seed < 2_000; seed += 1)
		for (const id of drawAtRandom(ids, 3, seed)) times.set(id, (times.get(id) ?? 0) + 1);
	for (const often of times.values()) expect(Math.abs(often - 600)).toBeLessThan(100);
});

test("a record that was found for several reasons is one item with all of them", () => {
	expect(
		sampleOf([
			{ kind: "voucher", record_id: 3, why: "random" },
			{ kind: "receipt", record_id: 3, why: "voided" },
			{ kind: "voucher", record_id: 3, why: "amount" },
			{ kind: "voucher", record_id: 3, why: "amount" },
		]),
	).toEqual([
		{ kind: "voucher", record_id: 3, why: ["amount", "random"] },
		{ kind: "receipt", record_id: 3, why: ["voided"] },
	]);
});

test("what was drawn is said with the seed", () => {
	expect(criteriaWords({ amount: 50_000, choices: ["manual"], random: 5, seed: 9, of: 40 })).toEqual([
		"50,000 元以上的傳票",
		"手開傳票",
		"隨機 5 張傳票（從 40 張裡抽，亂數種子 9）",
	]);
});
