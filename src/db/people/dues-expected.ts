import { type SQL, sql } from "drizzle-orm";
import type { Select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { ASSESSED_STATUSES, type DuesKind } from "#domain/people/fees.ts";
import { EXEMPT_TYPES } from "#domain/people/members/rules.ts";
import { discountFor, feeFor, feeSetting, JOINED } from "./fee-settings.ts";

/**
 * What is to be assessed: the given kinds of dues for a year, or, with `year` "joining", what members owe because they
 * joined. Amounts follow the settings' fees and the certificates valid on the first day of the year, or on `today`
 * (Taipei) when it has begun. `memberIds` null means every member.
 */
export type Plan = {
	year: number | "joining";
	kinds: readonly DuesKind[];
	today: string;
	memberIds: readonly number[] | null;
};

const quoted = (codes: readonly string[]): SQL => sql.raw(codes.map((code) => `'${code}'`).join(", "));

/** Returns a whole number as literal SQL text: D1 binds every number as a REAL, whose division gives fractions. */
export const whole = (value: number): SQL => sql.raw(String(Math.trunc(value)));

/** The month from which a joining member first owes the annual fee of the next year, as a subquery of one row. */
const FEES = sql.raw(`(SELECT ${feeSetting("next_year_from_month")} AS from_month)`);
const JOINED_ON = sql.raw(JOINED);
/** SQL: whether a member is of a type for life that had an entrance fee of its own on the day of joining. */
const OWES_FOR_LIFE = sql`(e.membership_type = 'lifetime'
	AND EXISTS (SELECT 1 FROM membership_fees r WHERE r.membership_type = e.type_code AND r.from_on <= e.joined))`;
/** For whom and when a fee of the plan is, from its query. */
const FEE = {
	type: "x.type_code",
	kind: "x.kind",
	day: "iif(x.kind = 'entrance', x.joined, printf('%04d-01-01', x.dues_year))",
};

/**
 * Returns SQL: whether a member (SQL of the id) has an approved disability certificate that counts for the fees of a
 * year, on `countingDay` of domain/people/fees.ts (the rule `counts` of domain/people/certificates/rules.ts).
 */
export const hasApproval = (member: string, year: SQL, today: string): SQL =>
	sql`EXISTS (SELECT 1 FROM member_disability v JOIN disability_certificates c ON c.id = v.approval_id
		WHERE v.member_id = ${sql.raw(member)}
			AND (c.valid_until IS NULL OR c.valid_until >= max(${today}, printf('%04d-01-01', ${year}))))`;

/**
 * Returns the query of every member and kind that a plan covers, with its `fate`: `owed` (an item is to be made),
 * `exists`, `exempt`, or `none` (not owed for this year). `assess` in domain/people/fees.ts is the same rule for one
 * member.
 */
export const expectedOf = ({ year, kinds, today, memberIds }: Plan): SQL => {
	const who = memberIds === null ? sql`true` : sql`m.id IN (SELECT value FROM json_each(${JSON.stringify(memberIds)}))`;
	const duesYear = year === "joining" ? sql`iif(k.kind = 'entrance', e.joined_year, e.first_year)` : whole(year);
	return sql`SELECT y.*, y.base - y.base * y.percent / 100 AS amount FROM (
		SELECT x.*, ${sql.raw(feeFor(FEE))} AS base, iif(${hasApproval("x.member_id", sql.raw("x.dues_year"), today)}, ${sql.raw(discountFor(FEE))}, 0) AS percent
		FROM (
		SELECT e.id AS member_id, e.type_code, e.joined, k.kind, ${duesYear} AS dues_year,
			CASE WHEN e.membership_type IN (${quoted(EXEMPT_TYPES)}) AND NOT ${OWES_FOR_LIFE} THEN 'exempt'
				WHEN e.membership_type = 'lifetime' AND k.kind = 'annual' THEN 'none'
				WHEN iif(k.kind = 'entrance', e.joined_year <> ${duesYear}, e.first_year > ${duesYear}) THEN 'none'
				WHEN EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = e.id AND d.kind = k.kind AND d.status <> 'cancelled'
					AND (k.kind = 'entrance' OR d.dues_year = ${duesYear})) THEN 'exists'
				ELSE 'owed' END AS fate
		FROM (SELECT m.id, m.type_code, m.membership_type, ${JOINED_ON} AS joined, CAST(substr(${JOINED_ON}, 1, 4) AS INTEGER) AS joined_year,
				CAST(substr(${JOINED_ON}, 1, 4) AS INTEGER)
					+ (CAST(substr(${JOINED_ON}, 6, 2) AS INTEGER) >= f.from_month) AS first_year
			FROM members m, ${FEES} f WHERE ${who} AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL
				AND +m.status IN (${quoted(ASSESSED_STATUSES)})) e,
			(SELECT value AS kind FROM json_each(${JSON.stringify(kinds)})) k) x) y`;
};

/** The number and sum of a plan's items, by kind and fate. */
export type PlanRow = {
	kind: DuesKind;
	fate: "owed" | "exists" | "exempt" | "none";
	items: number;
	amount: number;
	/** The number of items with a discount, and the number whose discount leaves nothing to pay. */
	discounted: number;
	waived: number;
};
export const planned = (plan: Plan): Select<PlanRow> =>
	selectOf(sql`SELECT kind, fate, count(*) AS items, sum(amount) AS amount, sum(percent > 0) AS discounted,
			sum(amount = 0) AS waived
		FROM (${expectedOf(plan)}) GROUP BY kind, fate ORDER BY kind DESC, fate`);

/** How many members a plan covers, how many of them get a dues item, and how many are exempt. */
export type PlanPeople = { members: number; owing: number; exempt: number };
export const plannedPeople = (plan: Plan): Select<PlanPeople> =>
	selectOf(sql`SELECT count(DISTINCT member_id) AS members,
			count(DISTINCT iif(fate = 'owed', member_id, NULL)) AS owing,
			count(DISTINCT iif(fate = 'exempt', member_id, NULL)) AS exempt
		FROM (${expectedOf(plan)})`);
