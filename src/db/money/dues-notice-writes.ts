import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { notifyEach } from "#db/system/index.ts";
import {
	beginOf,
	type NoticeChannel,
	type NoticeDue,
	type NoticeKind,
	RESTING_DAYS,
} from "#domain/money/dues-notices/rules.ts";
import type { By } from "#kernel/by.ts";
import { GUARDIAN, MAIL_OF, type NoticeFilter, OWED_ITEMS, owingFrom, READERS } from "./dues-notices.ts";

const DAY_MS = 86_400_000;

/**
 * A run of notices: the ids of the mails of one batch all begin with `run`. `pay` is where its mails say to pay, and by when
 * (YYYY-MM-DD; null when no day is named).
 */
type Run = { run: string; by: By; pay: { accounts: readonly string[]; until: string | null } };

type Which = Pick<Run, "run" | "by">;

/** SQL for the amount that the member `m` owes now; NULL for nothing. */
const OWED = sql.raw(`(SELECT sum(d.amount - d.paid_amount) FROM dues_items d
	WHERE d.member_id = m.id AND d.status IN ('open', 'partially_paid'))`);

/** Returns SQL: whether the member `m` got a mail about dues since a time (UTC milliseconds). */
const mailedSince = (since: number): SQL =>
	sql`EXISTS (SELECT 1 FROM dues_notices t WHERE t.member_id = m.id AND t.at > ${since} AND t.channel = 'mail')`;

/**
 * Returns the FROM clause of the members `m` who must be sent the notice that a period ends and were not sent it yet:
 * active members whose dues for the year `paidYear` were paid or waived before the notice was due, and for no later
 * year. Left out are members with a submitted payment for a later year, and those who got another mail about dues
 * shortly before. Membership types that owe nothing have another `valid_year` (migration 0024).
 */
export const endingFrom = ({ kind, paidYear, periodEnd, since }: NoticeDue, at: number): SQL =>
	sql`members m ${GUARDIAN}
		WHERE m.valid_year = ${paidYear} AND m.merged_into IS NULL AND +m.status = 'active' AND m.pseudonymised_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM dues_notices t
				WHERE t.member_id = m.id AND t.kind = ${kind} AND t.period_end = ${periodEnd} AND t.kind <> 'manual')
			AND NOT ${mailedSince(at - RESTING_DAYS * DAY_MS)}
			AND NOT EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = m.id AND d.kind = 'annual' AND d.dues_year = ${paidYear}
				AND d.status IN ('paid', 'waived') AND d.updated_at >= ${beginOf(since)})
			AND NOT EXISTS (SELECT 1 FROM dues_items d JOIN payment_allocations a ON a.dues_item_id = d.id
				JOIN payments p ON p.id = a.payment_id AND p.status = 'submitted'
				WHERE d.member_id = m.id AND d.kind = 'annual' AND d.dues_year > ${paidYear})
			AND ${MAIL_OF} IS NOT NULL`;

/** Returns a query that gives one row when any member must be sent the notice, else none: the cron asks this first. */
export const anybodyEnding = (due: NoticeDue, at: number): SQL =>
	sql`SELECT 1 AS one FROM ${endingFrom(due, at)} LIMIT 1`;

/**
 * Sends the notice of the end of a period to every member who was not sent it yet, in one batch: rows in the log of
 * notices, an audit row, the mails.
 */
export const tellOfEnding = (due: NoticeDue, { run, by, pay }: Run): Write[] => [
	sql`INSERT INTO dues_notices (member_id, kind, channel, period_end, amount, mail_id, at)
		SELECT m.id, ${due.kind}, 'mail', ${due.periodEnd}, ${OWED}, ${run} || ${MAIL_OF}, ${by.at} FROM ${endingFrom(due, by.at)}`,
	...notifyRun({ run, by, pay, kind: due.kind, until: due.periodEnd, grace: due.graceUntil }),
	auditRun({ action: "dues.remind", description: `${due.kind} ${due.periodEnd}`, run, by }),
];

/**
 * Sends a notice by mail to the members who owe, to each at most once a day (`since` is the beginning of the day, UTC
 * milliseconds).
 */
export const tellOwing = (filter: NoticeFilter, { run, by, pay, since }: Run & { since: number }): Write[] => [
	sql`INSERT INTO dues_notices (member_id, kind, channel, amount, mail_id, user_id, at)
		SELECT m.id, 'manual', 'mail', o.amount, ${run} || ${MAIL_OF}, ${by.userId}, ${by.at} FROM ${owingFrom(filter)}
			AND ${MAIL_OF} IS NOT NULL AND NOT ${notedSince("mail", since)}`,
	...notifyRun({ run, by, pay, kind: "manual", until: null, grace: null }),
];

/** Notes in the log that the members who owe were reminded in a way other than mail, once a day for each. */
export const noteOwing = (
	filter: NoticeFilter,
	{ channel, since, by }: { channel: Exclude<NoticeChannel, "mail">; since: number; by: By },
): Write =>
	sql`INSERT INTO dues_notices (member_id, kind, channel, amount, user_id, at)
		SELECT m.id, 'manual', ${channel}, o.amount, ${by.userId}, ${by.at} FROM ${owingFrom(filter)}
			AND NOT ${notedSince(channel, since)}`;

const notedSince = (channel: NoticeChannel, since: number): SQL =>
	sql`EXISTS (SELECT 1 FROM dues_notices t WHERE t.member_id = m.id AND t.at >= ${since} AND t.channel = ${channel}
		AND t.kind = 'manual')`;

type Told = Run & { kind: NoticeKind; until: string | null; grace: string | null };

/**
 * Returns the FROM clause of the members of a run, for the notifications that follow the run's log rows in the batch.
 */
const told = ({ run, by }: Which): SQL =>
	sql`dues_notices t JOIN members m ON m.id = t.member_id ${GUARDIAN} WHERE t.at = ${by.at} AND t.mail_id GLOB ${`${run}_*`}`;

/** SQL for what a mail names of the member `m`: whether it is the recipient's own, the number, and what is owed. */
const named = (own: SQL): SQL =>
	sql`json_object('own', json(iif(${own}, 'true', 'false')), 'no', m.member_no, 'items', json(${OWED_ITEMS}))`;

/**
 * Returns the notifications of a run. Each user gets one, with what is owed by those members alone who are the user, or for
 * whom the user acts; whatever their number; where neither
 * member nor guardian has a user who reads mail, the mail goes to the address of the member's record, else of the
 * guardian's.
 */
function notifyRun({ kind, until, grace, pay, ...run }: Told): Write[] {
	const data = (
		own: SQL,
		dependents: SQL,
		owed: SQL,
	): SQL => sql`json_object('owed', json(${owed}), 'accounts', json(${JSON.stringify(pay.accounts)}), 'payBy', ${pay.until},
		'kind', ${kind}, 'own', json(iif(${own}, 'true', 'false')),
		'dependents', ${dependents}, 'until', ${until}, 'grace', ${grace})`;
	const { at } = run.by;
	return [
		notifyEach("dues_reminder", {
			id: sql`${run.run} || '_u' || u.id`,
			user: sql`u.id`,
			data: data(
				sql`max(u.id IS m.user_id)`,
				sql`sum(u.id IS NOT m.user_id)`,
				sql`json_group_array(${named(sql`u.id IS m.user_id`)} ORDER BY m.id)`,
			),
			from: sql`(SELECT m.id, m.user_id, m.member_no FROM ${told(run)}) m JOIN users u ON ${READERS} GROUP BY u.id`,
			at,
		}),
		notifyEach("dues_reminder", {
			id: sql`t.mail_id`,
			member: sql`iif(m.email IS NULL, g.id, m.id)`,
			data: data(sql`m.email IS NOT NULL`, sql`m.email IS NULL`, sql`json_array(${named(sql`m.email IS NOT NULL`)})`),
			from: sql`${told(run)} AND NOT EXISTS (SELECT 1 FROM users u WHERE ${READERS})`,
			at,
		}),
	];
}

/** Writes one audit row about a run, unless the run reached nobody. */
const auditRun = ({ action, description, run, by }: Which & { action: string; description: string }): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, ${action}, 'dues', '', ${description}, ${by.ip},
			json_object('members', count(*)) FROM dues_notices t WHERE t.at = ${by.at} AND t.mail_id GLOB ${`${run}_*`}
		HAVING count(*) > 0`;

/** Returns the query of how many members a run notified: it comes after the run's writes, in the same batch. */
export const countRun = ({ run, by }: Which): SQL =>
	sql`SELECT count(*) AS members FROM dues_notices WHERE at = ${by.at} AND mail_id GLOB ${`${run}_*`}`;

/**
 * How many members the change with a given audit row notified by mail, by how many mails, and when (UTC milliseconds).
 */
export type ToldRow = { at: number; members: number; mails: number };
export const toldWith = (auditId: number): Select<ToldRow> =>
	select(
		`SELECT l.at, count(t.id) AS members, count(DISTINCT t.mail_id) AS mails FROM audit_log l
			LEFT JOIN dues_notices t ON t.at = l.at AND t.user_id IS l.user_id AND t.channel = 'mail' WHERE l.id = ?`,
		auditId,
	);
