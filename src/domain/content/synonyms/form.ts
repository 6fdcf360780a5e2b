import * as z from "zod";
import { lines, Version } from "#kernel/form.ts";
import { queryParts } from "#kernel/tokens.ts";

const MOST_WORDS = 12;
const LONGEST_WORD = 40;

/** Reads the words that were typed, one a line or with commas between; each once, however it is capitalised. */
function wordsOf(typed: string): string[] {
	const words = typed
		.split(/[\n、,，;；＝=]/u)
		.map((word) => word.replace(/\s+/gu, " ").trim())
		.filter((word) => word !== "");
	return [...new Map(words.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed();
}

/** The form of a group of synonyms. */
export const SynonymInput = z.strictObject({
	words: lines(1_000)
		.refine((typed) => wordsOf(typed).length >= 2, { error: "請至少填兩個意思相同的詞，一行一個。" })
		.refine((typed) => wordsOf(typed).length <= MOST_WORDS, { error: `一組最多 ${MOST_WORDS} 個詞。` })
		.refine((typed) => wordsOf(typed).every((word) => [...word].length <= LONGEST_WORD), {
			error: `每個詞最多 ${LONGEST_WORD} 個字。`,
		})
		.refine((typed) => wordsOf(typed).every((word) => queryParts(word).length > 0), {
			error: "每個詞至少要有一個文字或數字。",
		})
		.transform(wordsOf),
});
export type SynonymInput = z.infer<typeof SynonymInput>;
export const SynonymEdit = SynonymInput.extend({ version: Version });
export const SynonymRemoval = z.strictObject({ version: Version });
