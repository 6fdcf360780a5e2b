/** Of a name the index (0019) has every ending, so much of each. */
const LONGEST_WORD = 8;

/**
 * The ids of whom a word (of searchWords) finds, as a subquery: what begins so, a name longer than the index has it, and
 * numbers, of old too and with or without their dashes. `bound` takes a value and gives its parameter.
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
/** Behind everything that begins so. */
export const endOf = (start: string): string => `${start}\u{10ffff}`;
