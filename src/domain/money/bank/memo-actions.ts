import { sha256Hex } from "#platform/crypto.ts";
import { fitsRule, type MemoRule, memoWords, plainRule, type Told } from "./memo-rules.ts";

/** Returns the SHA-256 by which the text of a bank line is remembered; null for a line without words. */
export async function memoHash(line: Told): Promise<string | null> {
	const words = memoWords(line);
	return words === null ? null : sha256Hex(words);
}

/**
 * Returns what each open line is by its text, by the line's id: what the last line with that text turned out to be, else
 * what the text says plainly. Lines of which nothing is known are absent.
 */
export async function rulesFor(
	lines: readonly (Told & { id: number; bank_account_id: number })[],
	learned: ReadonlyMap<string, MemoRule>,
): Promise<Map<number, MemoRule>> {
	const found = await Promise.all(
		lines.map(async (line) => {
			const hash = await memoHash(line);
			const rule = (hash === null ? undefined : learned.get(hash)) ?? plainRule(line);
			return rule && fitsRule(rule, line) ? [[line.id, rule] as const] : [];
		}),
	);
	return new Map(found.flat());
}
