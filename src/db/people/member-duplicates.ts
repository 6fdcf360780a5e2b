import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { IdentityType, MemberStatus } from "#domain/people/members/codes.ts";
import { membersFrom } from "./member-lists.ts";
import { OFFERED } from "./member-picks.ts";
import { FAMILY_COLUMNS, type FamilyRow } from "./member-reads.ts";
import { PAID_COLUMNS } from "./member-standing.ts";

/**
 * The reasons why two records may belong to one person, strongest first: bits of `member_likenesses.reasons` (migration
 * 0020).
 */
export const LIKENESSES = { birth: 16, mobile: 8, email: 4, similar: 2, no_birth: 1 } as const;
export type Likeness = keyof typeof LIKENESSES;
const isLikeness = (name: string): name is Likeness => name in LIKENESSES;
export const LIKENESS_NAMES: readonly Likeness[] = Object.keys(LIKENESSES).filter(isLikeness);

/** Returns the reasons of a pair, strongest first. */
export const likenessesOf = (bits: number): Likeness[] =>
	LIKENESS_NAMES.filter((name) => (bits & LIKENESSES[name]) > 0);

/** Two records by their ids, the smaller first. */
export type IdPair = { a: number; b: number };

/** One of two records that are alike. */
export type AlikeRecord = {
	id: number;
	name: string;
	member_no: string | null;
	status: MemberStatus;
	identity_type: IdentityType;
	birth_date: string | null;
	phone: string | null;
	email: string | null;
	has_login: 0 | 1;
	paid_until: string | null;
	grace_until: string | null;
	is_contact: 0 | 1;
};
/**
 * A pair in the list: `a` and `b` are JSON (`AlikeRecord`); `by` and `at` are set when staff said that they are two
 * people.
 */
export type PairRow = { a: string; b: string; reasons: number; by: string | null; at: number | null };

export const PAIRS_PER_PAGE = 20;

const RECORD = `m.id, m.name, m.member_no, m.status, m.identity_type, m.birth_date, m.phone, m.email,
	m.user_id IS NOT NULL AS has_login, ${PAID_COLUMNS}`;
/** Returns SQL for a record as JSON, by SQL of its id. */
const recordOf = (id: string): string => `(SELECT json_object('id', r.id, 'name', r.name, 'member_no', r.member_no,
	'status', r.status, 'identity_type', r.identity_type, 'birth_date', r.birth_date, 'phone', r.phone, 'email', r.email,
	'has_login', r.has_login, 'paid_until', r.paid_until, 'grace_until', r.grace_until, 'is_contact', r.is_contact)
	FROM (SELECT ${RECORD} FROM members m WHERE m.id = ${id}) r)`;

const NOT_DISTINCT = "NOT EXISTS (SELECT 1 FROM member_distinct d WHERE d.a_id = l.a_id AND d.b_id = l.b_id)";
const OPEN = `FROM member_likenesses l WHERE ${NOT_DISTINCT}`;
const with_ = (reason: Likeness | undefined): string => (reason ? `AND l.reasons & ${LIKENESSES[reason]}` : "");

const nameOf = (id: string): string => `(SELECT x.name FROM members x WHERE x.id = ${id})`;
/** The orders of either list: the strongest likeness first, or the pair that was marked last. */
const ALIKE = orders({ a: nameOf("l.a_id"), b: nameOf("l.b_id"), likeness: "l.reasons DESC" }, "l.a_id", "l.b_id");
const MARKED = orders({ a: nameOf("d.a_id"), b: nameOf("d.b_id"), marked: "d.at DESC" }, "d.a_id", "d.b_id");
export const PAIR_SORTS = [...ALIKE.sorts, "marked", "-marked"] as const;
type PairFilter = { reason?: Likeness | undefined; page: number; sort?: (typeof PAIR_SORTS)[number] | undefined };
type PairCounts = { total: number; open: number; distinct_pairs: number };

/**
 * Selects one page of the pairs that may be one person and that staff did not mark as two, strongest reason first (with
 * `reason`: only the pairs alike for it). Counts these, all such pairs (`open`) and the marked ones.
 */
export const alikePairs = ({ reason, page, sort }: PairFilter): [Select<PairRow>, Select<PairCounts>] => {
	const order = ALIKE.by(sort === undefined || sort === "marked" || sort === "-marked" ? "likeness" : sort);
	return [
		select(
			`SELECT ${recordOf("l.a_id")} AS a, ${recordOf("l.b_id")} AS b, l.reasons, NULL AS "by", NULL AS at
		FROM (SELECT l.a_id, l.b_id, l.reasons ${OPEN} ${with_(reason)}
			${order} ${limitTo(PAIRS_PER_PAGE, (page - 1) * PAIRS_PER_PAGE)}) l
		${order}`,
		),
		counts(countOf(reason)),
	];
};

/** Returns SQL for the number of open pairs of a reason: all pairs minus the few that staff marked as two people. */
const countOf = (reason?: Likeness): string =>
	`(SELECT count(*) FROM member_likenesses l WHERE true ${with_(reason)}) - (SELECT count(*) FROM member_distinct d
		CROSS JOIN member_likenesses l ON l.a_id = d.a_id AND l.b_id = d.b_id WHERE true ${with_(reason)})`;

/** FROM and WHERE of the pairs that staff marked as two people and whose records still exist unmerged. */
const APART = `FROM member_distinct d CROSS JOIN members a ON a.id = d.a_id CROSS JOIN members b ON b.id = d.b_id
	WHERE a.merged_into IS NULL AND b.merged_into IS NULL`;

/**
 * Selects one page of the pairs that staff marked as two people, newest first. Counts these, and the pairs not marked
 * (`open`).
 */
export const distinctPairs = ({ page, sort }: PairFilter): [Select<PairRow>, Select<PairCounts>] => {
	const order = MARKED.by(sort === undefined || sort === "likeness" || sort === "-likeness" ? "marked" : sort);
	return [
		select(
			`SELECT ${recordOf("d.a_id")} AS a, ${recordOf("d.b_id")} AS b,
			coalesce((SELECT l.reasons FROM member_likenesses l WHERE l.a_id = d.a_id AND l.b_id = d.b_id), 0) AS reasons,
			(SELECT u.name FROM users u WHERE u.id = d.by_user_id) AS "by", d.at
		${APART} ${order} ${limitTo(PAIRS_PER_PAGE, (page - 1) * PAIRS_PER_PAGE)}`,
		),
		counts(`(SELECT count(*) ${APART})`),
	];
};

const counts = (total: string): Select<PairCounts> =>
	select(`SELECT ${total} AS total, ${countOf()} AS open, (SELECT count(*) ${APART}) AS distinct_pairs`);

/** The maximum number of pairs that are counted on pages that only point to the list. */
export const MOST_COUNTED = 100;

/** Counts the pairs that may be one person, MOST_COUNTED at most; 0 for a user who may not merge them. */
export const alikeCount = (may = true): Select<{ open: number }> =>
	select(may ? `SELECT count(*) AS open FROM (SELECT 1 ${OPEN} ${limitTo(MOST_COUNTED)})` : "SELECT 0 AS open");

/** Selects the records that may belong to the same person as one record, strongest reason first. */
export const alikeTo = (id: number): Select<AlikeRecord & { reasons: number }> =>
	select(
		`SELECT ${RECORD}, found.reasons
		FROM (SELECT l.b_id AS id, l.reasons ${OPEN} AND l.a_id = ?1 UNION ALL SELECT l.a_id, l.reasons ${OPEN} AND l.b_id = ?1) found
			JOIN members m ON m.id = found.id
		ORDER BY found.reasons DESC, m.id ${limitTo(PAIRS_PER_PAGE)}`,
		id,
	);

/** Marks two records as two people. Refuses with `member.merged` when one of them was merged. */
export const insertDistinct = ({ a, b }: IdPair, { userId, at }: { userId: number | null; at: number }): Write[] => [
	refuseWhere(
		"member.merged",
		sql`(SELECT count(*) FROM members WHERE id IN (${a}, ${b}) AND merged_into IS NULL) <> 2`,
	),
	sql`INSERT INTO member_distinct (a_id, b_id, by_user_id, at) VALUES (${a}, ${b}, ${userId}, ${at}) ON CONFLICT DO NOTHING`,
];

/** Removes the mark that two records are two people. Refuses with `member.stale` when there is none. */
export const deleteDistinct = ({ a, b }: IdPair): Write[] => [
	sql`DELETE FROM member_distinct WHERE a_id = ${a} AND b_id = ${b}`,
	guard("member.stale"),
];

/**
 * Selects at most OFFERED members that fit the search words (a typed text split by searchWords), without the record
 * itself, as candidates for a merge; no row without words.
 */
export function mergeCandidates(id: number, words: readonly string[]): Select<FamilyRow> {
	if (words.length === 0) return select(`SELECT ${FAMILY_COLUMNS} FROM members m WHERE false`);
	const { from, params } = membersFrom({ words, today: "" });
	return select(
		`SELECT ${FAMILY_COLUMNS} ${from} AND m.id <> ?${params.length + 1} AND m.pseudonymised_at IS NULL
		ORDER BY m.name, m.id ${limitTo(OFFERED)}`,
		...params,
		id,
	);
}

/** A record that has the name or the mobile number that is typed for a new one. */
export type DoubleRow = Pick<
	AlikeRecord,
	"id" | "name" | "member_no" | "status" | "paid_until" | "grace_until" | "is_contact"
> & {
	has_name: 0 | 1;
	has_phone: 0 | 1;
};
/** What is typed for a new record; the records of `except` (its guardian, the record itself) are no doubles of it. */
export type Typed = { name: string; phone: string; except: readonly number[] };
const MOST_DOUBLES = 5;

/** Selects the records that have a name or a mobile number; none for empty texts. */
export const doublesOf = ({ name, phone, except }: Typed): Select<DoubleRow> =>
	select(
		`SELECT ${RECORD}, m.name = ?1 AS has_name, coalesce(m.phone = ?2, 0) AS has_phone FROM members m
		WHERE m.id IN (SELECT id FROM members WHERE name = ?1 AND ?1 <> '' UNION SELECT id FROM members WHERE phone = ?2)
			AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND m.id NOT IN (SELECT value FROM json_each(?3))
		ORDER BY has_name DESC, m.id ${limitTo(MOST_DOUBLES)}`,
		name,
		phone,
		JSON.stringify(except),
	);
