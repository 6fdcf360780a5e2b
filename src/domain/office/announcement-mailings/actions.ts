import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeWith } from "#db/form-submissions.ts";
import { standingAnnouncement } from "#db/office/announcement-edits.ts";
import * as mailings from "#db/office/announcement-mailings.ts";
import {
	countReceivers,
	insertReceivers,
	kindOf,
	type MailingScope,
	nextPart,
	type ReceiverCounts,
} from "#db/office/announcement-receivers.ts";
import { readRows, select } from "#db/read.ts";
import { NEXT_DUE } from "#db/system/index.ts";
import type { Writer } from "#domain/office/announcements/actions.ts";
import { isForStaff, refuseAudience } from "#domain/office/announcements/audience.ts";
import { stateOf } from "#domain/office/announcements/rules.ts";
import { byCron } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { mailData } from "./words.ts";

/**
 * The number of recipients whose mails one run of the cron writes, so that an urgent mail (a password reset) waits for
 * no more than this number of mails.
 */
export const PART_SIZE = 200;
/** How late the oldest waiting mail may be (in milliseconds) before the next part of a mailing is held back. */
const BEHIND_MS = 60_000;

type Asked = Writer & { id: number; version: number; scope: MailingScope; href?: string; key: string };

/**
 * Arranges that an announcement is mailed to its audience, once for the form's key: from the next minute on when it is
 * open, else when it opens. Refuses what `refuseAudience` refuses, `announcement.stale` (changed meanwhile), `announcement.wrong_state` (it has
 * ended), `announcement.nobody` (nobody would get the mail), and `announcement.mail_under_way` (a mailing of it is not
 * finished). Whoever asked for it can follow it; `href` is the address of the page that shows it.
 */
export async function arrangeMailing(db: Db, { id, version, scope, href, key, may, ...by }: Asked): Promise<void> {
	const [[made]] = await readRows(db.$client, madeWith(key));
	if (made?.is_same === 1) return;
	const [[row]] = await readRows(db.$client, standingAnnouncement(id));
	if (row?.version !== version) throw new Refusal("announcement.stale");
	const { audience, slug } = row;
	refuseAudience(may, audience);
	const window = { from: row.publish_from, until: row.publish_until, isLive: row.is_live === 1 };
	if (stateOf(window, by.at) === "closed") throw new Refusal("announcement.wrong_state");
	const [[counts]] = await readRows(db.$client, countReceivers(id, scope));
	if (!counts?.mailed) throw new Refusal("announcement.nobody");
	await commitOnce(db, { key, at: by.at }, [
		mailings.insertMailing({ announcementId: id, audience, scope }, by),
		...mailings.followMailing({ announcementId: id, href, total: totalOf(counts) }, by),
		...auditSlug(db, "announcement", { id, slug, action: "mail", changes: { audience, scope, ...counts }, ...by }),
	]);
}

export const totalOf = ({ mailed, no_address, unsubscribed }: ReceiverCounts): number =>
	mailed + no_address + unsubscribed;

/**
 * Stops a mailing that is under way: its waiting mails are not sent. Refuses `announcement.stale` when the announcement
 * is gone, and what `refuseAudience` refuses.
 */
export async function stopMailing(db: Db, id: number, { may, ...by }: Writer): Promise<void> {
	const [[row]] = await readRows(db.$client, standingAnnouncement(id));
	if (!row) throw new Refusal("announcement.stale");
	refuseAudience(may, row.audience);
	await commit(db, [
		...mailings.stopMailings(id, by.at),
		...auditSlug(db, "announcement", { id, slug: row.slug, action: "stop_mail", ...by }),
	]);
}

/**
 * Continues every due mailing by one part: the recipients of the part, their notifications and the place reached are
 * written in one batch, so that a concurrent run, or one after a crash, writes nothing twice. Nothing is written while
 * waiting mails are more than BEHIND_MS late. Returns how many parts were written; when any were, the caller then
 * queues the message `mail.due`. `at` is UTC milliseconds.
 */
export async function sendMailings(db: Db, at: number, size = PART_SIZE): Promise<number> {
	const [due, [queue]] = await readRows(
		db.$client,
		mailings.mailingsUnderWay(),
		select<{ due_at: number | null }>(NEXT_DUE),
	);
	const isBehind = (queue?.due_at ?? at) < at - BEHIND_MS;
	let parts = 0;
	for (const mailing of due) {
		try {
			parts += await goOn(db, mailing, { at, size, isBehind });
		} catch (error) {
			// Another run continued the mailing, or the announcement was closed just now.
			if (!(error instanceof Refusal)) throw error;
		}
	}
	return parts;
}

type Turn = { at: number; size: number; isBehind: boolean };

async function goOn(db: Db, mailing: mailings.MailingUnderWay, { at, size, isBehind }: Turn): Promise<number> {
	const { id, announcement_id: announcementId, audience, scope, slug } = mailing;
	const by = byCron(at);
	const audit = (action: string) => auditSlug(db, "announcement", { id: announcementId, slug, action, ...by });
	const window = { from: mailing.publish_from, until: mailing.publish_until, isLive: mailing.is_live === 1 };
	const state = stateOf(window, at);
	if (mailing.audience_now !== audience || state === "closed" || (mailing.state === "sending" && state !== "open")) {
		await commit(db, [...mailings.stopMailings(announcementId, at), ...audit("stop_mail")]);
		return 0;
	}
	if (state !== "open" || isBehind) return 0;
	const [[next]] = await readRows(db.$client, nextPart(audience, { after: mailing.cursor, size }));
	const upto = next?.upto ?? null;
	if (upto === null) {
		// A mailing without recipients is begun too, and is done at once.
		const begun = mailing.state === "waiting" ? mailings.moveMailing(mailing, { state: "sending", cursor: 0 }) : [];
		await commit(db, [
			...begun,
			...mailings.moveMailing({ ...mailing, state: "sending" }, { state: "done", at }),
			...audit("mailed"),
		]);
		return 0;
	}
	await commit(db, [
		...mailings.moveMailing(mailing, { state: "sending", cursor: upto }),
		insertReceivers({ audience, after: mailing.cursor, upto }, { mailingId: id, announcementId, scope, at }),
		mailings.notifyReceivers(id, {
			// Whether a reader signs in, and the subscription, are added for each.
			data: JSON.stringify(
				mailData(mailing, {
					...{ announcement: announcementId, isForStaff: isForStaff(audience), until: mailing.publish_until },
					...{ signsIn: true, listed: "" },
				}),
			),
			kind: kindOf(audience),
			at,
		}),
	]);
	return 1;
}
