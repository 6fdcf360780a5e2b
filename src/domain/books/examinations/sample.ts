import * as z from "zod";

/** What can be ticked in a draw, besides an amount and a number at random. */
export const CHOICES = ["reversal", "voided", "manual", "new_payee", "exception"] as const;
export const CHOICE_LABELS = {
	reversal: "沖銷",
	voided: "作廢的收據",
	manual: "手開傳票",
	new_payee: "新的受款人",
	exception: "例外",
} as const satisfies Record<(typeof CHOICES)[number], string>;

/** Why a record was drawn. An exception is over budget, in two offices at once, by a stand-in, or withheld otherwise. */
export const WHY_LABELS = {
	amount: "金額",
	reversal: "沖銷",
	voided: "作廢",
	manual: "手開",
	new_payee: "新受款人",
	over_budget: "超出預算",
	two_roles: "一人兼兩職",
	stand_in: "代為處理",
	ruled: "代扣另行決定",
	random: "隨機",
} as const;
export type Why = keyof typeof WHY_LABELS;
export const isWhy = (text: string): text is Why => Object.hasOwn(WHY_LABELS, text);

export type RecordKind = "voucher" | "finance" | "receipt";
export type Found = { kind: RecordKind; record_id: number; why: string };
export type Drawn = { kind: RecordKind; record_id: number; why: string[] };

export const MOST_RANDOM = 100;
/** The most records of a sample, as a CHECK of migration 0091 has it. */
export const MOST_DRAWN = 300;

/**
 * What was drawn, as it is stored: `amount` (whole NT$) and `random` are 0 where they were not asked for. `seed` and
 * `of`, the number of vouchers in the period, are those of the random part.
 */
export const Criteria = z.object({
	amount: z.int(),
	choices: z.array(z.enum(CHOICES)),
	random: z.int(),
	seed: z.int(),
	of: z.int(),
});
export type Criteria = z.infer<typeof Criteria>;

/** Returns what was drawn, line by line, as the page and the report say it. */
export const criteriaWords = ({ amount, choices, random, seed, of }: Criteria): string[] => [
	...(amount > 0 ? [`${amount.toLocaleString("en-US")} 元以上的傳票`] : []),
	...choices.map((choice) => CHOICE_LABELS[choice]),
	...(random > 0 ? [`隨機 ${random} 張傳票（從 ${of} 張裡抽，亂數種子 ${seed}）`] : []),
];

/** Returns numbers from 0 to below 1 that follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Draws `many` of the ids, or all when there are fewer: the same ones for the same ids and seed. */
export function drawAtRandom(ids: readonly number[], many: number, seed: number): number[] {
	const rest = ids.toSorted((a, b) => a - b);
	const next = randomFrom(seed);
	return Array.from({ length: Math.min(many, rest.length) }, () => rest.splice(Math.floor(next() * rest.length), 1))
		.flat()
		.toSorted((a, b) => a - b);
}

/** Returns each found record once, with all its reasons in the order of WHY_LABELS. */
export function sampleOf(found: readonly Found[]): Drawn[] {
	const records = Map.groupBy(found, ({ kind, record_id }) => `${kind} ${record_id}`);
	return [...records.values()].flatMap((some) => {
		const [first] = some;
		const why = Object.keys(WHY_LABELS).filter((one) => some.some((found) => found.why === one));
		return first ? [{ kind: first.kind, record_id: first.record_id, why }] : [];
	});
}
