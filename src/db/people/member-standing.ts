import { placeOf } from "#db/orders.ts";
import type { DuesStanding } from "#domain/people/members/codes.ts";
import { EXEMPT_TYPES, STATUSES_NOW, type StatusNow } from "#domain/people/members/rules.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { SETTINGS } from "#domain/system/index.ts";

/**
 * SQL for the grace period (寬限期) of the settings in months; a stored text that is not a valid value counts as the
 * default, as everywhere.
 */
const GRACE_MONTHS = `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'fees.grace_months'
	AND value <> '' AND value NOT GLOB '*[^0-9]*' AND CAST(value AS INTEGER) BETWEEN 0 AND 24), ${SETTINGS.fees.grace_months.default})`;

const EXEMPT = EXEMPT_TYPES.map((type) => `'${type}'`).join(", ");

/** SQL for the last day of the last year that the member `m` paid for, as PAID_COLUMNS has it. */
export const PAID_UNTIL = `iif(m.membership_type IN (${EXEMPT}), NULL, m.paid_year || '-12-31')`;

/**
 * SQL for the columns by which a status is shown, over `members m`: whether the person is a contact (聯絡人) and no member, and
 * how far a member's dues are paid: the last day of the last year that is paid
 * or waived, and of the grace period after it. NULL for types that never lapse, and when it is unknown
 * (docs/concepts.md#membership).
 */
export const PAID_COLUMNS = `m.type_code = '${CONTACT}' AS is_contact, ${PAID_UNTIL} AS paid_until,
	iif(m.membership_type IN (${EXEMPT}), NULL,
		date((m.paid_year + 1) || '-01-01', '+' || ${GRACE_MONTHS} || ' months', '-1 day')) AS grace_until`;

/** Returns a day as SQL: a written one (YYYY-MM-DD) as a literal, SQL as it is. */
const dayOf = (day: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? `'${day}'` : day);
/** Returns SQL for the year of a day, as a text and as a number, and for its month. */
const yearText = (day: string): string => `strftime('%Y', ${dayOf(day)})`;
const yearOf = (day: string): string => `CAST(${yearText(day)} AS INTEGER)`;
const monthOf = (day: string): string => `CAST(strftime('%m', ${dayOf(day)}) AS INTEGER)`;

/**
 * Returns SQL for the first year that, as the last paid one, still gives grace on a day; the year of the day itself
 * when none does.
 */
const firstInGrace = (today: string): string => `${yearOf(today)} - (${GRACE_MONTHS} - ${monthOf(today)} + 12) / 12`;

/**
 * Returns the SQL condition that a member has a status on a day (YYYY-MM-DD, or SQL for one), over the columns `status`,
 * `valid_year` and `type_code` of `of`: the rule of memberStatusNow (domain/people/members/rules.ts), for an index
 * or the counts. A + before the column name keeps SQLite from choosing an index by it.
 */
export function isNow(now: StatusNow, today: string, of = "m"): string {
	const [status, valid] = [`${of}.status`, `${of}.valid_year`];
	switch (now) {
		case "active":
			return `${status} = 'active' AND coalesce(${valid}, 0) NOT BETWEEN 1 AND ${yearOf(today)} - 1`;
		case "grace":
			return `${status} = 'active' AND ${valid} BETWEEN max(1, ${firstInGrace(today)}) AND ${yearOf(today)} - 1`;
		case "lapsed":
			return `${status} = 'active' AND ${valid} BETWEEN 1 AND ${firstInGrace(today)} - 1`;
		case "withdrawn":
			return `${status} = 'withdrawn' AND ${of}.type_code <> '${CONTACT}'`;
		case CONTACT:
			return `${status} = 'withdrawn' AND ${of}.type_code = '${CONTACT}'`;
		default:
			return `${status} = '${now}'`;
	}
}

/** Returns SQL for the status on a day as a value. */
export const statusNow = (today: string, of = "m"): string =>
	`CASE WHEN ${isNow("grace", today, of)} THEN 'grace' WHEN ${isNow("lapsed", today, of)} THEN 'lapsed'
		WHEN ${isNow(CONTACT, today, of)} THEN '${CONTACT}' ELSE ${of}.status END`;

/** Returns SQL for the place of the status of a member `m` on a day in the order of a membership's life. */
export const statusPlace = (today: string): string => placeOf(statusNow(today), STATUSES_NOW);

/**
 * Returns the SQL condition that a member owes this year's annual fee, has paid it (or it was waived), or owes two
 * years or more, on a day (YYYY-MM-DD, or SQL for one), over the columns `owed_years` ("2025 2026") and `valid_year`. A
 * year that has not begun is not owed yet.
 */
export function owes(standing: DuesStanding, today: string, of = "m"): string {
	const year = yearText(today);
	switch (standing) {
		case "owing":
			return `instr(${of}.owed_years, ${year}) > 0`;
		case "paid":
			return `${of}.valid_year BETWEEN ${yearOf(today)} AND 9998 AND instr(${of}.owed_years, ${year}) = 0`;
		case "owing_two":
			return `substr(${of}.owed_years, 6, 4) BETWEEN '1' AND ${year}`;
	}
}
