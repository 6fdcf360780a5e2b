import { limitTo, type Select, select } from "#db/read.ts";
import { MOST_COUNTED, type RecordRow } from "#db/system/index.ts";
import type { MemberListRow } from "./member-lists.ts";
import { membersFrom } from "./member-lists.ts";
import { PAID_COLUMNS } from "./member-standing.ts";
import { endOf, idsOf } from "./member-words.ts";

/** A member as the search over everything shows them. */
export type MemberHit = { id: number } & Pick<
	MemberListRow,
	"member_no" | "name" | "phone" | "email" | "status" | "paid_until" | "grace_until" | "is_contact"
>;

/** The ORDER BY terms of the order by member number, over `members m`, as in the list of members. */
const NUMBER = "length(m.member_no) IS NULL, length(m.member_no), m.member_no, m.id";

/**
 * Selects the members that fit the search words (a typed text split by searchWords, at least one word) and counts them
 * (MOST_COUNTED + 1 means more), in one statement: exact matches first, the others by member number. A word that many
 * members have is found by walking through the list.
 */
export function memberHits(
	words: readonly string[],
	{ limit, offset }: { limit: number; offset: number },
): Select<RecordRow<MemberHit>> {
	const { from, params: found } = membersFrom({ words, today: "" });
	const params = [...found];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const word = words[0] ?? "";
	const exact = bound(word);
	const few = (when: string): string => `SELECT * FROM (SELECT m.id,
			lower(replace(m.name, '臺', '台')) <> ${exact} AND coalesce(lower(replace(m.member_no, '-', '')), '') <> replace(${exact}, '-', '') AS rank
		${from} LIMIT ${when})`;
	const many =
		(): string => `SELECT * FROM (SELECT m.id, 1 FROM members m INDEXED BY members_in_order WHERE m.merged_into IS NULL
			AND EXISTS (SELECT 1 FROM member_words w WHERE w.member_id = m.id AND w.word >= ${exact} AND w.word < ${bound(endOf(word))})
		ORDER BY length(m.member_no) NULLS LAST, m.member_no, m.id LIMIT (SELECT iif(many > ${MOST_COUNTED}, ${limit + offset}, 0) FROM counted))`;
	const ways =
		words.length > 1
			? `hits (id, rank) AS MATERIALIZED (${few(String(MOST_COUNTED + 1))}), counted (many) AS (SELECT count(*) FROM hits)`
			: `counted (many) AS MATERIALIZED (SELECT count(*) FROM (SELECT DISTINCT * FROM (${idsOf(word, bound)}) ${limitTo(MOST_COUNTED + 1)})),
				hits (id, rank) AS MATERIALIZED (
					${few(`(SELECT iif(many > ${MOST_COUNTED}, 0, -1) FROM counted)`)} UNION ALL ${many()})`;
	return select(
		`WITH ${ways},
		page (id, rank) AS MATERIALIZED (SELECT h.id, h.rank FROM hits h JOIN members m ON m.id = h.id
			ORDER BY h.rank, ${NUMBER} ${limitTo(limit, offset)})
		SELECT counted.many AS total, m.id AS id, m.member_no, m.name, m.phone, m.email, m.status, ${PAID_COLUMNS}
		FROM counted LEFT JOIN (page CROSS JOIN members m ON m.id = page.id) ORDER BY page.rank, ${NUMBER}`,
		...params,
	);
}
