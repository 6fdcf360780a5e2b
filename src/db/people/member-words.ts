/** The maximum number of characters of a word in the index (migration 0019), which holds every ending of a name. */
const LONGEST_WORD = 8;

/**
 * Returns the subquery of the ids of the members that a search word (one that searchWords returned) finds: by words
 * that begin with it, by names longer than the index holds, and by member numbers, former ones too, with or without
 * dashes. `bound` takes a value and returns its parameter.
 */
export function idsOf(word: string, bound: (value: string) => string): string {
	const exact = bound(word);
	const ways = [`SELECT w.member_id FROM member_words w WHERE w.word >= ${exact} AND w.word < ${bound(endOf(word))}`];
	const start = [...word].slice(0, LONGEST_WORD).join("");
	if (start !== word)
		ways.push(`SELECT w.member_id FROM member_words w JOIN members x ON x.id = w.member_id
			WHERE w.word = ${bound(start)} AND instr(lower(replace(x.name, '臺', '台')), ${exact}) > 0`);
	const number = word.replaceAll("-", "").toUpperCase();
	if (/^[A-Z\d]+$/.test(number))
		ways.push(`SELECT coalesce(x.merged_into, x.id) FROM member_numbers n JOIN members x ON x.id = n.member_id
			WHERE replace(n.member_no, '-', '') >= ${bound(number)} AND replace(n.member_no, '-', '') < ${bound(endOf(number))}`);
	return ways.join(" UNION ALL ");
}
/** Returns the text that sorts after every word with this beginning. */
export const endOf = (start: string): string => `${start}\u{10ffff}`;
