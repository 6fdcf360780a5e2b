import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { insertWork, notifyEach } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";
import type { MailingScope } from "./announcement-receivers.ts";

export type MailingState = "waiting" | "sending" | "done" | "stopped";

/** A mailing with its announcement, as the job needs both. */
export type MailingUnderWay = {
	id: number;
	announcement_id: number;
	audience: string;
	scope: MailingScope;
	state: "waiting" | "sending";
	cursor: number;
	slug: string;
	title: string;
	body_html: string;
	audience_now: string;
	is_live: 0 | 1;
	publish_from: number | null;
	publish_until: number | null;
};

/** SQL for the scope of the mailing `g`. */
const SCOPE = "iif(g.unread_only, 'unread', g.scope)";

/** Selects the mailings that are not over, oldest first. */
export const mailingsUnderWay = (): Select<MailingUnderWay> =>
	select(
		`SELECT g.id, g.announcement_id, g.audience, ${SCOPE} AS scope, g.state, g.cursor, n.slug, n.title, n.body_html,
			n.audience AS audience_now, n.is_live, n.publish_from, n.publish_until
		FROM announcement_mailings g INDEXED BY announcement_mailings_under_way JOIN announcements n ON n.id = g.announcement_id
		WHERE g.state IN ('waiting', 'sending') ORDER BY g.id ${limitTo(20)}`,
	);

/** Inserts a mailing. The table refuses a second mailing while one is under way (`announcement.mail_under_way`). */
export const insertMailing = (of: { announcementId: number; audience: string; scope: MailingScope }, by: By): Write =>
	sql`INSERT INTO announcement_mailings (announcement_id, audience, scope, unread_only, asked_by, asked_at)
		VALUES (${of.announcementId}, ${of.audience}, ${of.scope === "unread" ? "all" : of.scope}, ${Number(of.scope === "unread")},
			${by.userId}, ${by.at})`;

/**
 * Lets the user who asked for the newest mailing of an announcement follow it: of `total` persons, as they are counted
 * now. The table's triggers (migration 0126) count whom it has recorded and note its end.
 */
export const followMailing = (
	of: { announcementId: number; href: string | undefined; total: number },
	by: By,
): Write[] =>
	by.userId === null || of.href === undefined
		? []
		: [
				insertWork({
					...{ userId: by.userId, kind: "mailing", href: of.href, total: of.total, at: by.at },
					subject: sql`(SELECT max(id) FROM announcement_mailings WHERE announcement_id = ${of.announcementId})`,
				}),
			];

type Seen = { id: number; state: string; cursor: number };

/**
 * Moves a mailing to its next state or place, from the one that was read. Refuses with `announcement.mail_moved` when
 * another run moved or ended it meanwhile.
 */
export const moveMailing = (
	seen: Seen,
	to: { state: "sending"; cursor: number } | { state: "done" | "stopped"; at: number },
): Write[] => [
	sql`UPDATE announcement_mailings SET state = ${to.state}, cursor = ${"cursor" in to ? to.cursor : seen.cursor},
			ended_at = ${"at" in to ? to.at : null}
		WHERE id = ${seen.id} AND state = ${seen.state} AND cursor = ${seen.cursor}`,
	guard("announcement.mail_moved"),
];

/** Stops the mailing of an announcement that is not over; its mails that are still queued are held back too. */
export const stopMailings = (announcementId: number | SQL, at: number): Write[] => [
	sql`UPDATE mail_messages SET state = 'failed', last_error = 'mail.withdrawn', settled_at = ${at}, version = version + 1
		WHERE state = 'queued' AND id IN (SELECT r.mail_id FROM announcement_mailings g JOIN announcement_receivers r ON r.mailing_id = g.id
			WHERE g.announcement_id = ${announcementId})`,
	sql`UPDATE announcement_mailings SET state = 'stopped', ended_at = ${at}
		WHERE announcement_id = ${announcementId} AND state IN ('waiting', 'sending')`,
];

/**
 * Notifies the recorded recipients of a mailing who were not notified yet; those without a mail address get the
 * notification without a mail. Left out are those whose address must not be used, because it bounced or is that of
 * somebody who must not be told. `data` is JSON that all of them get.
 */
export const notifyReceivers = (
	mailingId: number,
	{ data, kind, at }: { data: string; kind: string; at: number },
): Write => {
	const id = sql`printf('ann%d', r.mailing_id) || coalesce('_u' || r.user_id, '_m' || r.member_id)`;
	return notifyEach("announcement", {
		id,
		user: sql`r.user_id`,
		member: sql`r.member_id`,
		data: sql`json_patch(${data}, json_object('signsIn', json(iif(r.user_id IS NULL, 'false', 'true')),
			'listed', ${kind} || iif(r.user_id IS NULL, '-m' || r.member_id, '-u' || r.user_id)))`,
		from: sql`announcement_receivers r WHERE r.mailing_id = ${mailingId}
			AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.id = ${id})
			AND (r.outcome <> 'no_address' OR r.bounced = 0
				AND NOT EXISTS (SELECT 1 FROM members a WHERE a.id = r.member_id AND a.email IS NOT NULL))`,
		at,
	});
};

/** A mailing on its announcement's page: how far it is, and the results of its mails. Times are UTC milliseconds. */
export type MailingRow = {
	id: number;
	state: MailingState;
	scope: MailingScope;
	asked_at: number;
	asked_by: string | null;
	ended_at: number | null;
	no_address: number;
	unsubscribed: number;
	/** How many got no mail because the last one to their address bounced. */
	held: number;
	/** How many persons it was counted for when it was asked for; null when nobody follows it any more. */
	total: number | null;
	waiting: number;
	sent: number;
	failed: number;
};

/** Selects the mailings of an announcement, newest first. */
export const mailingsOf = (announcementId: number): Select<MailingRow> =>
	select(
		`SELECT g.id, g.state, ${SCOPE} AS scope, g.asked_at, u.name AS asked_by, g.ended_at,
			coalesce(sum(r.outcome = 'no_address' AND r.bounced = 0), 0) AS no_address, coalesce(sum(r.bounced), 0) AS held, coalesce(sum(r.outcome = 'unsubscribed'), 0) AS unsubscribed,
			coalesce(sum(e.state IN ('queued', 'sending')), 0) AS waiting, coalesce(sum(e.state = 'sent'), 0) AS sent,
			coalesce(sum(e.state IN ('failed', 'bounced')), 0) AS failed,
			(SELECT w.total FROM works w WHERE w.kind = 'mailing' AND w.subject_id = g.id) AS total
		FROM announcement_mailings g LEFT JOIN users u ON u.id = g.asked_by
			LEFT JOIN announcement_receivers r ON r.mailing_id = g.id LEFT JOIN mail_messages e ON e.id = r.mail_id
		WHERE g.announcement_id = ?1 GROUP BY g.id ORDER BY g.id DESC ${limitTo(20)}`,
		announcementId,
	);

/** The delivery state of the mail to one recipient of an announcement. */
export const RECEIVER_RESULTS = ["sent", "waiting", "failed", "no_address", "bounced", "unsubscribed"] as const;
export type ReceiverResult = (typeof RECEIVER_RESULTS)[number];
export type ReceiverRow = {
	id: number;
	name: string;
	member_id: number | null;
	member_no: string | null;
	result: ReceiverResult;
	mail_id: string | null;
	at: number;
};

const RESULT = `CASE WHEN r.bounced THEN 'bounced' WHEN r.outcome <> 'mailed' THEN r.outcome WHEN e.state = 'sent' THEN 'sent'
	WHEN e.state IN ('failed', 'bounced') THEN 'failed' ELSE 'waiting' END`;

/** The number of recipients on one page of the log. */
export const RECEIVERS_PER_PAGE = 50;

/**
 * Selects one page of the log of an announcement's mailings, each row with the number of all; only those of one result
 * when it is given; without names for a user who may not see members.
 */
export const receiversOf = (
	announcementId: number,
	{ result, page, isNamed }: { result?: ReceiverResult | undefined; page: number; isNamed: boolean },
): Select<ReceiverRow & { total: number }> =>
	select(
		`SELECT q.*, iif(?3, coalesce(u.name, m.name, ''), '') AS name, iif(?3, m.id, NULL) AS member_id,
			iif(?3, m.member_no, NULL) AS member_no FROM (
			SELECT r.id, r.user_id, r.member_id AS own_id, ${RESULT} AS result, r.mail_id, r.at, count(*) OVER () AS total
			FROM announcement_mailings g JOIN announcement_receivers r ON r.mailing_id = g.id
				LEFT JOIN mail_messages e ON e.id = r.mail_id
			WHERE g.announcement_id = ?1 AND (?2 IS NULL OR ${RESULT} = ?2)
			ORDER BY r.id DESC ${limitTo(RECEIVERS_PER_PAGE, (page - 1) * RECEIVERS_PER_PAGE)}) q
			LEFT JOIN users u ON u.id = q.user_id
			LEFT JOIN members m ON m.id = coalesce(q.own_id, (SELECT x.id FROM members x WHERE x.user_id = q.user_id))
		ORDER BY q.id DESC`,
		announcementId,
		result ?? null,
		Number(isNamed),
	);
