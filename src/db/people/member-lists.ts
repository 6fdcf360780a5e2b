import { limitTo, type Select, select } from "#db/read.ts";
import { guardianNames } from "#db/system/index.ts";
import type {
	DisabilityStatus,
	DuesStanding,
	IdentityType,
	MemberStatus,
	TypeOfRecord,
} from "#domain/people/members/codes.ts";
import type { StatusNow } from "#domain/people/members/rules.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { idsInGroup, MAY_BE_IN } from "./groups.ts";
import { idsWithValue, LISTED_VALUES, type OwnFilter } from "./member-field-filters.ts";
import { IN_ORDER, indexOfOrder, type MemberSort, memberOrders, ORDERED_BY } from "./member-orders.ts";
import { isNow, owes, PAID_COLUMNS } from "./member-standing.ts";
import { idsOf } from "./member-words.ts";
import { TYPE_COLUMNS } from "./membership-types.ts";
import { noteCount } from "./notes.ts";

/** The number of members on one page of the list. */
export const MEMBERS_PER_PAGE = 30;

/**
 * The filter of the list; a field that is left out does not restrict. `words` is a typed text split by searchWords
 * (domain/people/members/search.ts); each word has to be found. Contacts (聯絡人), who are no members, are in the list that
 * asks for them, for words or for a group. What is true on a day is so on `today` (YYYY-MM-DD, Taipei).
 */
export type MemberFilter = {
	words?: readonly string[] | undefined;
	status?: StatusNow | undefined;
	dues?: DuesStanding | undefined;
	type?: string | undefined;
	identity?: IdentityType | undefined;
	disability?: DisabilityStatus | "expired" | undefined;
	city?: string | undefined;
	/** The id of a group in which the member is on the day `today`. */
	group?: number | undefined;
	/** Whether there are notes on the member. */
	notes?: boolean | undefined;
	/** Values of own fields, for a reader. */
	own?: OwnFilter | undefined;
	today: string;
};

/** A member in the list. Dates are YYYY-MM-DD; `notes` counts the notes that are not hidden. */
export type MemberListRow = TypeOfRecord & {
	id: number;
	member_no: string | null;
	name: string;
	phone: string | null;
	email: string | null;
	city: string | null;
	identity_type: IdentityType;
	membership_type: string;
	status: MemberStatus;
	is_contact: 0 | 1;
	guardian_name: string | null;
	joined_on: string | null;
	paid_until: string | null;
	grace_until: string | null;
	notes: number;
	/** JSON: the values of own fields that the list has a column of, by the fields' ids. */
	own: string;
};

type Ordered = { filter: MemberFilter; sort: MemberSort };
/** Returns the ORDER BY of a list; `backwards` reads the same list from its other end. */
const orderBy = ({ filter, sort }: Ordered, backwards = false): string =>
	memberOrders(filter.today)[backwards ? "back" : "by"](sort);

/** FROM and WHERE of a list, with the values of the parameters ?1, ?2 ... */
type From = { from: string; params: (string | number)[] };
/**
 * The conditions of a filter by what they read: queries of ids, found by words or by a group; columns that member_counts
 * has too; the day of a certificate.
 */
type Conditions = { sought: string[]; plain: string[]; dated: string[]; params: (string | number)[] };

function conditionsOf(filter: MemberFilter): Conditions {
	const { words = [], group, own, status, dues, type, identity, disability, city, notes, today } = filter;
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const plain: string[] = [];
	const dated: string[] = [];
	const sought = words.map((word) => idsOf(word, bound));
	if (group !== undefined) {
		sought.push(idsInGroup(bound(group), bound(today)));
		plain.push(MAY_BE_IN);
	}
	for (const condition of own?.conditions ?? [])
		sought.push(idsWithValue(condition, { bound, seesAll: own?.seesAll === true }));
	// A + before a column keeps SQLite from choosing another index by it.
	if (status) plain.push(isNow(status, today, sought.length > 0 ? "+m" : "m"));
	if (dues) plain.push(owes(dues, today));
	if (type) plain.push(`+m.type_code = ${bound(type)}`);
	if (status !== CONTACT && words.length === 0 && group === undefined) plain.push(`+m.type_code <> '${CONTACT}'`);
	// An organisation (團體會員) is neither a patient nor a parent, and a contact is not asked.
	if (identity)
		plain.push(`m.identity_type = ${bound(identity)} AND +m.type_code <> '${CONTACT}'
			AND m.type_code NOT IN (SELECT code FROM membership_types WHERE applies = 'organisation')`);
	if (city) plain.push(`m.city = ${bound(city)}`);
	if (notes !== undefined) plain.push(`m.has_notes = ${Number(notes)}`);
	if (disability) plain.push(`m.disability_status = '${disability === "expired" ? "approved" : disability}'`);
	if (disability === "expired") dated.push(`m.disability_until < ${bound(today)}`);
	if (disability === "approved") dated.push(`(m.disability_until IS NULL OR m.disability_until >= ${bound(today)})`);
	return { sought, plain, dated, params };
}

/**
 * Returns FROM and WHERE of the members `m` that fit a filter; merged records are left out. A search starts from what
 * was found, a list from the index of its order (without statistics SQLite would sort ten thousands of rows).
 */
export function membersFrom(filter: MemberFilter, sort: MemberSort = "number"): From {
	const { sought, params } = conditionsOf(filter);
	const from = sought.length > 0 ? "members m" : `members m INDEXED BY ${indexOf(filter, sort)}`;
	return { from: `FROM ${from} WHERE ${whereOf(filter)}`, params };
}

function whereOf(filter: MemberFilter): string {
	const { sought, plain, dated } = conditionsOf(filter);
	const found = sought.map((ids) => `m.id IN (${ids})`);
	return ["m.merged_into IS NULL", ...found, ...plain, ...dated].join(" AND ");
}
/** Returns FROM and WHERE of the members who are found by walking through the list in its order. */
const onTheWay = (filter: MemberFilter, sort: MemberSort): string =>
	`FROM members m INDEXED BY ${indexOf({ today: "" }, sort)} WHERE ${whereOf(filter)}`;
function indexOf({ status }: MemberFilter, sort: MemberSort): string {
	const index = indexOfOrder(sort);
	return status && index === IN_ORDER ? `${IN_ORDER}_of_status` : index;
}

/**
 * Returns SQL for the number of members that membersFrom would find without words: from the counts that triggers keep,
 * and the day of a certificate.
 */
function totalOf(filter: MemberFilter): string {
	const { plain, dated } = conditionsOf(filter);
	const all = `SELECT coalesce(sum(m.many), 0) AS total FROM member_counts m ${plain.length > 0 ? `WHERE ${plain.join(" AND ")}` : ""}`;
	if (dated.length === 0) return all;
	// Both conditions use the same parameter, which is the last one.
	const [day = ""] = /\?\d+/.exec(dated[0] ?? "") ?? [];
	const ended = `SELECT count(*) FROM members m INDEXED BY members_expiring
		WHERE m.merged_into IS NULL AND ${plain.join(" AND ")} AND m.disability_until < ${day}`;
	return filter.disability === "expired" ? ended : `SELECT (${all}) - (${ended})`;
}

/** A row of a page with the number of all that fit; one row without an id when the page has no rows. */
export type MemberPageRow = (MemberListRow & { total: number }) | { id: null; total: number };

/** `counts` asks for the number of all that fit, where it would otherwise not be told above MOST_LOOKED_UP. */
export type MemberListAsk = {
	filter: MemberFilter;
	sort?: MemberSort | undefined;
	page?: number | undefined;
	counts?: boolean;
};

/** Up to so many members a list counts when it has to look each of them up. */
export const MOST_LOOKED_UP = 1_000;
/** Returns whether each member who fits has to be looked up: by a group or an own field. A search starts from its words. */
export const isLookedUp = ({ words = [], group, own }: MemberFilter): boolean =>
	words.length === 0 && (group !== undefined || (own?.conditions.length ?? 0) > 0);

const COLUMNS = `m.id AS id, m.member_no, m.name, m.phone, m.email, m.city, m.identity_type, ${TYPE_COLUMNS}, m.status, m.joined_on,
	${PAID_COLUMNS}, ${guardianNames()} AS guardian_name, ${noteCount("member", "m.id")} AS notes, ${LISTED_VALUES} AS own`;

/**
 * Selects the members of one page with the number of their notes, and counts all that fit, in one statement. A page is
 * chosen from an index alone and read from the nearer end of the list; only its own rows are read. Members who are looked up
 * (`isLookedUp`) are counted up to MOST_LOOKED_UP and one more, unless `counts` asks for all.
 */
export function memberPage({
	filter,
	sort = "number",
	page = 1,
	counts = false,
}: MemberListAsk): Select<MemberPageRow> {
	const { params, sought } = conditionsOf(filter);
	const skipped = (page - 1) * MEMBERS_PER_PAGE;
	const ways = sought.length > 0 ? foundWays({ filter, sort, counts }, skipped) : listWays(filter, sort, skipped);
	return select(
		`WITH ${ways} SELECT counted.total, ${COLUMNS} FROM counted
			LEFT JOIN (page CROSS JOIN members m ON m.id = page.id)
		${orderBy({ filter, sort })}`,
		...params,
	);
}

const listWays = (filter: MemberFilter, sort: MemberSort, skipped: number): string =>
	`counted (total) AS MATERIALIZED (${totalOf(filter)}),
	page (id) AS MATERIALIZED (${fromEitherEnd(membersFrom(filter, sort).from, { filter, sort }, { skipped, isRare: isRare(filter) })})`;

/**
 * Returns whether a filter may fit hardly anybody: then the first page asks for no more rows than were counted, because
 * the search for more would walk through the whole list.
 */
const isRare = ({ status, dues }: MemberFilter): boolean =>
	status === "grace" || status === "lapsed" || dues !== undefined;

type Looking = { filter: MemberFilter; sort: MemberSort; counts: boolean };
/** From this number of hits on, walking through the list is faster than looking the hits up one by one. */
const MANY_FOUND = 500;

/**
 * Returns the common table expressions of a search: hits are looked up and sorted. For a single word that finds many (a
 * surname), they are counted in the index of words and found by walking through the list.
 */
function foundWays({ filter, sort, counts }: Looking, skipped: number): string {
	const { sought, plain, dated } = conditionsOf(filter);
	const [ids = ""] = sought;
	const found = (limit: string): string =>
		`SELECT m.id ${membersFrom(filter, sort).from} ${orderBy({ filter, sort })} LIMIT ${limit} OFFSET ${skipped}`;
	if (filter.group !== undefined || sought.length + plain.length + dated.length > 1)
		return lookedUpWays({ filter, sort, counts: counts || !isLookedUp(filter) }, skipped);
	const isFew = `total <= ${MANY_FOUND}`;
	return `counted (total) AS MATERIALIZED (SELECT count(*) FROM (SELECT DISTINCT * FROM (${ids}))),
		page (id) AS MATERIALIZED (
			SELECT * FROM (${found(`(SELECT iif(${isFew}, ${MEMBERS_PER_PAGE}, 0) FROM counted)`)})
			UNION ALL ${fromEitherEnd(onTheWay(filter, sort), { filter, sort }, { skipped, when: `NOT ${isFew}` })})`;
}

/**
 * Returns the common table expressions of a list whose members are looked up: sorted when they are few or all are
 * counted, else found by walking through the list from its beginning.
 */
function lookedUpWays({ filter, sort, counts }: Looking, skipped: number): string {
	const { from } = membersFrom(filter, sort);
	const found = (limit: string): string =>
		`found AS MATERIALIZED (SELECT ${ORDERED_BY} ${from} ${limit}),
			counted (total) AS MATERIALIZED (SELECT count(*) FROM found)`;
	const sorted = (limit: string): string => `SELECT m.id FROM found m ${orderBy({ filter, sort })} ${limit}`;
	if (counts) return `${found("")}, page (id) AS MATERIALIZED (${sorted(limitTo(MEMBERS_PER_PAGE, skipped))})`;
	const isFew = `total <= ${MOST_LOOKED_UP}`;
	const when = (is: string): string =>
		`LIMIT (SELECT iif(${is}, ${MEMBERS_PER_PAGE}, 0) FROM counted) OFFSET ${skipped}`;
	return `${found(limitTo(MOST_LOOKED_UP + 1))},
		page (id) AS MATERIALIZED (SELECT * FROM (${sorted(when(isFew))})
			UNION ALL SELECT * FROM (SELECT m.id ${onTheWay(filter, sort)} ${orderBy({ filter, sort })} ${when(`NOT (${isFew})`)}))`;
}

/**
 * Returns the query of the ids on the page after `skipped` rows, read from the beginning of the list or from its end,
 * whichever is nearer; from the end they come in reverse order. `total` is that of the CTE `counted`, which the
 * statement must have; no rows unless `when` (SQL) holds for it.
 */
function fromEitherEnd(
	from: string,
	ordered: Ordered,
	{ skipped, when = "true", isRare = false }: { skipped: number; when?: string; isRare?: boolean },
): string {
	const size = MEMBERS_PER_PAGE;
	const forwards = `SELECT m.id ${from} ${orderBy(ordered)}`;
	if (skipped === 0 && when === "true")
		return `${forwards} ${isRare ? `LIMIT (SELECT min(${size}, total) FROM counted)` : limitTo(size)}`;
	const isNear = `${2 * skipped + size} <= total OR ${skipped} = 0`;
	const left = `max(0, min(${size}, total - ${skipped}))`;
	const many = (count: string): string => `(SELECT ${count} FROM counted)`;
	return `SELECT * FROM (${forwards} LIMIT ${many(`iif(${when} AND (${isNear}), ${size}, 0)`)} OFFSET ${skipped})
		UNION ALL SELECT * FROM (SELECT m.id ${from} ${orderBy(ordered, true)}
			LIMIT ${many(`iif(${when} AND NOT (${isNear}), ${left}, 0)`)} OFFSET ${many(`max(0, total - ${skipped + size})`)})`;
}

/** Returns the rows of a page without the empty one, and the number of all. */
export function shownMembers(rows: readonly MemberPageRow[]): { rows: MemberListRow[]; total: number } {
	return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/**
 * Selects the ids of all members who fit a filter, in the order of the list, at most `most`: for a change or an export
 * of the whole list.
 */
export function fittingMembers(filter: MemberFilter, sort: MemberSort, most: number): Select<{ id: number }> {
	const { from, params } = membersFrom(filter, sort);
	return select(`SELECT m.id ${from} ${orderBy({ filter, sort })} ${limitTo(most)}`, ...params);
}
