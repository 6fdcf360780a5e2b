import { type SQL, sql } from "drizzle-orm";
import { BY_NUMBER, orders } from "#db/orders.ts";
import {
	BY_TYPE,
	isClaimed,
	isInGroup,
	isInSegment,
	isNow,
	PAID_COLUMNS,
	PAID_UNTIL,
	SHARES_ADDRESS,
	statusPlace,
	TYPE_NAME,
} from "#db/people/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import {
	FIRST_GUARDIAN,
	GUARDIAN_USERS,
	guardianNames,
	isStaff,
	LETTER_HOME,
	relatedToLogin,
} from "#db/system/index.ts";
import type { NoticeChannel } from "#domain/money/dues-notices/rules.ts";
import { EXEMPT_TYPES, type MemberStatus, type StatusNow } from "#domain/people/index.ts";

/**
 * The filter of the members who are reminded of what they owe; a field that is left out does not restrict. `year`: an
 * item of that year is among what the member owes. `reach`: the member can or cannot be reached by mail. `quietSince`
 * (UTC milliseconds): the member got no notice since then. `today` is a day in Taipei.
 */
export type NoticeFilter = {
	ids?: readonly number[] | undefined;
	year?: number | undefined;
	status?: StatusNow | undefined;
	type?: string | undefined;
	/** The ids of a group and of a segment that the member is in on the day `today`. */
	group?: number | undefined;
	segment?: number | undefined;
	reach?: "mail" | "none" | undefined;
	quietSince?: number | undefined;
	today: string;
};

/** The number of notices on one page of the list. */
export const NOTICES_PER_PAGE = 50;

const EXEMPT = sql.raw(EXEMPT_TYPES.map((type) => `'${type}'`).join(", "));

/**
 * Joins the guardian (監護人) `g` of a member `m` (of two the one with custody, else the first), unless the guardian died
 * or the guardian's record was merged or pseudonymised.
 */
export const GUARDIAN = sql.raw(`LEFT JOIN members g ON g.id = ${FIRST_GUARDIAN} AND g.status <> 'deceased'
	AND g.merged_into IS NULL AND g.pseudonymised_at IS NULL`);

/** The condition of the users `u` who read the mails for the member `m`: the member's user and the guardians' users. */
export const READERS = sql.raw(
	`(u.id = m.user_id OR u.id IN (${GUARDIAN_USERS})) AND u.status = 'active' AND u.email IS NOT NULL`,
);

/**
 * The end of the id of the first mail for a member, behind the id of its run: `_u` and the id of a user who reads it,
 * else `_m` and the member's id for the address in a record; NULL when there is no address, or one
 * of somebody who must not be told anything about the member.
 */
export const MAIL_OF = sql`coalesce((SELECT '_u' || u.id FROM users u WHERE ${READERS} ORDER BY u.id = m.user_id DESC LIMIT 1),
	iif(coalesce(m.email, g.email) IS NULL OR ${sql.raw(SHARES_ADDRESS)}, NULL, '_m' || m.id))`;

/** The condition of a dues item `d` that is to be paid and for which no submitted payment waits. */
const IS_OWED = sql`d.status IN ('open', 'partially_paid') AND NOT ${isClaimed(["submitted"])}`;

/**
 * SQL for what the member `m` owes, as JSON for a mail: kind, year, and what is left of each item. Left out are items whose
 * payment waits to be verified.
 */
export const OWED_ITEMS = sql`(SELECT json_group_array(json_object('kind', d.kind, 'year', d.dues_year,
		'left', d.amount - d.paid_amount) ORDER BY d.dues_year, d.kind DESC)
	FROM dues_items d WHERE d.member_id = m.id AND ${IS_OWED})`;

/**
 * Returns, to stand after FROM, the members `m` with the guardian `g` and what they owe (`o`: amount, items): members,
 * and applicants who become members by paying. Left out are membership types that owe nothing (but for an entrance fee for life), and items whose payment
 * waits to be verified.
 */
export function owingFrom({ ids, year, status, type, group, segment, reach, quietSince, today }: NoticeFilter): SQL {
	const among = ids ? sql`AND d.member_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : sql``;
	const ofYear = year === undefined ? sql`` : sql`HAVING max(d.dues_year = ${year})`;
	const conditions = [
		sql`m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND +m.status IN ('awaiting_payment', 'active', 'suspended')`,
		sql`(m.membership_type NOT IN (${EXEMPT}) OR m.membership_type = 'lifetime' AND EXISTS (SELECT 1 FROM dues_items e
			WHERE e.member_id = m.id AND e.kind = 'entrance' AND e.status IN ('open', 'partially_paid')))`,
		...(status ? [sql.raw(isNow(status, today, "+m"))] : []),
		...(type ? [sql`m.type_code = ${type}`] : []),
		...(group === undefined
			? []
			: [
					sql`EXISTS (SELECT 1 FROM group_memberships t WHERE t.group_id = ${group} AND t.member_id = m.id
						AND ${sql.raw(isInGroup(`'${today}'`))})`,
				]),
		...(segment === undefined
			? []
			: [
					sql`EXISTS (SELECT 1 FROM member_segments s WHERE s.id = ${segment} AND ${sql.raw(isInSegment(`'${today}'`))})`,
				]),
		...(reach ? [sql`${MAIL_OF} IS ${sql.raw(reach === "mail" ? "NOT NULL" : "NULL")}`] : []),
		...(quietSince === undefined
			? []
			: [sql`NOT EXISTS (SELECT 1 FROM dues_notices t WHERE t.member_id = m.id AND t.at >= ${quietSince})`]),
	];
	return sql`(SELECT d.member_id, sum(d.amount - d.paid_amount) AS amount, count(*) AS items
			FROM dues_items d WHERE ${IS_OWED} ${among} GROUP BY d.member_id ${ofYear}) o
		CROSS JOIN members m ON m.id = o.member_id ${GUARDIAN}
		WHERE ${sql.join(conditions, sql` AND `)}`;
}

const IN_ORDER = sql.raw("ORDER BY length(m.member_no), m.member_no, m.id");

/**
 * A member who owes dues. `last_at` (UTC milliseconds) and `last_channel` are those of the newest notice to the member.
 */
export type OwingRow = {
	id: number;
	member_no: string | null;
	name: string;
	guardian_name: string | null;
	type_name: string;
	status: MemberStatus;
	paid_until: string | null;
	grace_until: string | null;
	is_contact: 0 | 1;
	amount: number;
	items: number;
	has_mail: 0 | 1;
	last_at: number | null;
	last_channel: NoticeChannel | null;
};

/** The orders of the list on a day. */
const ordersOn = (today: string) =>
	orders(
		{
			number: BY_NUMBER,
			name: "m.name",
			type: BY_TYPE,
			state: statusPlace(today),
			valid: PAID_UNTIL,
			amount: "amount",
			mail: "has_mail",
			last: "(SELECT max(n.at) FROM dues_notices n WHERE n.member_id = m.id)",
		},
		"m.id",
	);
export const NOTICE_SORTS = ordersOn("").sorts;
type OwingAsk = { sort?: (typeof NOTICE_SORTS)[number]; page: number };

/** Selects one page of the members who owe, in an order. */
export const owingPage = (filter: NoticeFilter, { sort = "number", page }: OwingAsk): Select<OwingRow> => {
	const order = sql.raw(ordersOn(filter.today).by(sort));
	return selectOf(sql`WITH page AS MATERIALIZED (SELECT m.id, o.amount AS amount, o.items, ${MAIL_OF} IS NOT NULL AS has_mail
			FROM ${owingFrom(filter)} ${order} ${sql.raw(limitTo(NOTICES_PER_PAGE, (page - 1) * NOTICES_PER_PAGE))})
		SELECT m.id, m.member_no, m.name, ${sql.raw(guardianNames())} AS guardian_name, ${sql.raw(TYPE_NAME)} AS type_name, m.status, ${sql.raw(PAID_COLUMNS)},
			page.amount AS amount, page.items, page.has_mail, t.at AS last_at, t.channel AS last_channel
		FROM page CROSS JOIN members m ON m.id = page.id
			LEFT JOIN dues_notices t ON t.id = (SELECT id FROM dues_notices WHERE member_id = m.id ORDER BY at DESC, id DESC LIMIT 1)
		${order}`);
};

/**
 * How many members owe, how much, how many of them can be reached by mail, and how many of these got a manual reminder
 * by mail since a time (UTC milliseconds).
 */
export type OwingFigures = { members: number; amount: number; mailed: number; told: number };
export const owingFigures = (filter: NoticeFilter, since: number): Select<OwingFigures> =>
	selectOf(sql`SELECT count(*) AS members, coalesce(sum(amount), 0) AS amount, coalesce(sum(has_mail), 0) AS mailed,
			coalesce(sum(has_mail AND EXISTS (SELECT 1 FROM dues_notices t WHERE t.member_id = x.id AND t.at >= ${since}
				AND t.channel = 'mail' AND t.kind = 'manual')), 0) AS told
		FROM (SELECT m.id, o.amount, ${MAIL_OF} IS NOT NULL AS has_mail FROM ${owingFrom(filter)}) x`);

/** The mail of one of the recipients: the name that it greets, and what it names of those for whom the recipient pays, as JSON. */
export type MailSample = { to_name: string; owed: string };

/** Selects the mail that the first member of a filter who can be reached by mail would bring, as tellOwing writes it. */
export const mailSample = (filter: NoticeFilter): Select<MailSample> =>
	selectOf(sql`WITH first AS MATERIALIZED (SELECT m.id, (SELECT u.id FROM users u WHERE ${READERS} ORDER BY u.id = m.user_id DESC LIMIT 1) AS user_id,
				iif(m.email IS NULL, g.name, m.name) AS name
			FROM ${owingFrom({ ...filter, reach: "mail" })} ${IN_ORDER} LIMIT 1)
		SELECT coalesce((SELECT u.name FROM users u WHERE u.id = first.user_id), first.name) AS to_name,
			json_group_array(json_object('own', json(iif(iif(first.user_id IS NULL, m.email IS NOT NULL, first.user_id IS m.user_id), 'true', 'false')),
				'no', m.member_no, 'items', json(${OWED_ITEMS})) ORDER BY m.id) AS owed
		FROM first CROSS JOIN (SELECT m.id FROM ${owingFrom({ ...filter, reach: "mail" })}) o CROSS JOIN members m ON m.id = o.id
		WHERE m.id = first.id OR EXISTS (SELECT 1 FROM users u WHERE u.id = first.user_id AND ${READERS})
		GROUP BY first.id`);

/** Selects the years for which dues are owed, newest first. */
export const owedYears = (): Select<{ year: number }> =>
	select(
		`SELECT DISTINCT dues_year AS year FROM dues_items
		WHERE dues_year BETWEEN 1980 AND 2200 AND kind IN ('entrance', 'annual') AND status IN ('open', 'partially_paid')
		ORDER BY dues_year DESC`,
	);

/**
 * The contents of the dues notice of one member. `items` is JSON: kind, dues_year, base_amount, discount_percent,
 * amount, paid_amount.
 */
export type SheetRow = {
	id: number;
	member_no: string | null;
	name: string;
	guardian_name: string | null;
	postal_code: string | null;
	city: string | null;
	district: string | null;
	address: string | null;
	line_id: string | null;
	items: string;
	/**
	 * The user of the member, or of the guardian who pays; `login_status` "invited" means that the user has no password
	 * yet.
	 */
	login_id: number | null;
	login_name: string | null;
	login_status: "invited" | "active" | "disabled" | null;
	login_version: number | null;
	login_email: string | null;
	login_phone: string | null;
	login_is_staff: 0 | 1;
	/** JSON of the ids of the users in the family of this user. */
	related: string;
	version: number;
	/**
	 * The mobile number for which a user could be made: no other member or user has it, and the member has no guardian.
	 */
	own_phone: string | null;
};

const OWN_PHONE =
	sql.raw(`iif(u.id IS NULL AND m.guardian_member_id IS NULL AND m.phone GLOB '09[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
	AND NOT EXISTS (SELECT 1 FROM users o WHERE o.phone = m.phone)
	AND NOT EXISTS (SELECT 1 FROM members o WHERE o.phone = m.phone AND o.id <> m.id AND o.merged_into IS NULL), m.phone, NULL)`);

/** Selects the dues notices of the members who owe, ordered by member number, at most `most`. */
export const noticeSheets = (filter: NoticeFilter, most: number): Select<SheetRow> =>
	selectOf(sql`SELECT m.id, m.member_no, m.name, g.name AS guardian_name,
			h.postal_code, h.city, h.district, h.address, m.line_id, m.version,
			(SELECT json_group_array(json_object('kind', d.kind, 'dues_year', d.dues_year, 'base_amount', d.base_amount,
				'discount_percent', d.discount_percent, 'amount', d.amount, 'paid_amount', d.paid_amount)
				ORDER BY d.dues_year, d.kind DESC) FROM dues_items d WHERE d.member_id = m.id AND ${IS_OWED}) AS items,
			u.id AS login_id, u.name AS login_name, u.status AS login_status, u.version AS login_version, u.email AS login_email,
			u.phone AS login_phone, ${sql.raw(isStaff("u.id"))} AS login_is_staff,
			${sql.raw(relatedToLogin("u.id"))} AS related, ${OWN_PHONE} AS own_phone
		FROM (SELECT m.id FROM ${owingFrom(filter)} ${IN_ORDER} ${sql.raw(limitTo(most))}) c
			CROSS JOIN members m ON m.id = c.id CROSS JOIN members h ON h.id = ${sql.raw(LETTER_HOME)} ${GUARDIAN} LEFT JOIN users u ON u.id = coalesce(m.user_id, g.user_id)
		${IN_ORDER}`);
