import { auditSlug } from "#db/audit.ts";
import { commit, type Db, refuseWhere } from "#db/commit.ts";
import { type AnnouncementRef, updateAnnouncement } from "#db/office/announcement-edits.ts";
import { followMailing, insertMailing, mailingsOf, stopMailings } from "#db/office/announcement-mailings.ts";
import { announcementText } from "#db/office/announcement-readers.ts";
import { countReceivers, kindOf, ownMailsSince } from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { mailboxOf, notify, unsubscribedSince } from "#db/system/index.ts";
import { namingPictures } from "#domain/content/actions.ts";
import { columnsOf, seen, stepName, type Writer, windowOf } from "#domain/office/announcements/actions.ts";
import { isForStaff, refuseAudience } from "#domain/office/announcements/audience.ts";
import { type AnnouncementState, planWindow, stateOf, type Wish } from "#domain/office/announcements/rules.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newMessageId } from "#platform/crypto.ts";
import { totalOf } from "./actions.ts";
import { mailData } from "./words.ts";

/**
 * Sends an announcement as its steps say: opens it, or schedules it, and arranges its mailing when it also goes by mail, as
 * one change. Pressed again while it is scheduled, it moves the time. Returns the state that it then has. Refuses
 * `announcement.stale`, `announcement.no_text` (nothing was written), `announcement.nobody` (by mail, and nobody would get
 * one), `release.picture` (a picture may not be shown), and what `refuseAudience` and `planWindow` refuse.
 */
export async function releaseAnnouncement(
	db: Db,
	ref: AnnouncementRef,
	{ wish, href, may, ...by }: Writer & { wish: Wish; href: string },
): Promise<AnnouncementState> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	const window = planWindow(windowOf(now), wish, { step: "publish", at: by.at });
	if (now.is_empty === 1) throw new Refusal("announcement.no_text");
	const [[counts], [newest]] = await readRows(db.$client, countReceivers(ref.id, "all"), mailingsOf(ref.id));
	if (now.by_mail === 1 && !counts?.mailed) throw new Refusal("announcement.nobody");
	const isArranged = newest?.state === "waiting";
	const { id } = ref;
	const { audience, slug } = now;
	const writes = [
		...updateAnnouncement(db, ref, { ...columnsOf(window), updatedAt: by.at }),
		...auditSlug(db, "announcement", { id, slug, action: stepName("publish", window, by.at), ...by }),
		...(now.by_mail === 0 ? stopMailings(id, by.at) : []),
		...(now.by_mail === 1 && !isArranged && counts
			? [
					insertMailing({ announcementId: id, audience, scope: "all" }, by),
					...followMailing({ announcementId: id, href, total: totalOf(counts) }, by),
					...auditSlug(db, "announcement", {
						...{ id, slug, action: "mail", ...by },
						changes: { audience, scope: "all", mailed: counts.mailed },
					}),
				]
			: []),
	];
	await namingPictures(db, { announcement: id }, () => commit(db, writes));
	return stateOf({ ...window, isLive: (window.from ?? 0) <= by.at }, by.at);
}

/**
 * Takes a scheduled announcement back: it is a draft again, and its mailing is not sent. Refuses `announcement.stale`, also
 * when it has begun meanwhile, and `announcement.wrong_state`.
 */
export async function takeBackAnnouncement(db: Db, ref: AnnouncementRef, { may, ...by }: Writer): Promise<void> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	const wish = { publish: "now" as const, publish_at: null, until: now.publish_until };
	const window = planWindow(windowOf(now), wish, { step: "withdraw", at: by.at });
	await commit(db, [
		...updateAnnouncement(db, ref, { ...columnsOf(window), updatedAt: by.at }),
		...stopMailings(ref.id, by.at),
		...auditSlug(db, "announcement", { id: ref.id, slug: now.slug, action: "withdraw", ...by }),
	]);
}

const HOUR_MS = 3_600_000;
/** How many mails of announcements a user may send to oneself in an hour. */
export const OWN_MAILS = 10;

/**
 * Sends the mail of an announcement to the user alone, as a reader with a login gets it; it is no mailing and counts as
 * none. Refuses `announcement.stale` (not to be seen), `announcement.own_no_address`, `announcement.own_unsubscribed`, and
 * `announcement.own_too_many` after OWN_MAILS in an hour.
 */
export async function mailMyself(db: Db, id: number, { may, ...by }: Writer & { userId: number }): Promise<void> {
	const [[text], [mailbox]] = await readRows(db.$client, announcementText(id), mailboxOf(by.userId));
	if (!text || !(text.audience === "public" || may.has("announcements.manage")))
		throw new Refusal("announcement.stale");
	if (!mailbox?.email) throw new Refusal("announcement.own_no_address");
	const kind = kindOf(text.audience);
	const [[off]] = await readRows(db.$client, unsubscribedSince({ kind, user: by.userId, member: null }));
	if (off) throw new Refusal("announcement.own_unsubscribed");
	await commit(db, [
		refuseWhere("announcement.own_too_many", ownMailsSince(by.userId, by.at - HOUR_MS, OWN_MAILS)),
		notify("announcement", {
			...{ id: `own_${newMessageId()}`, user: by.userId, at: by.at },
			data: ownMailData(text, by.userId),
		}),
		...auditSlug(db, "announcement", { id, slug: text.slug, action: "mail_myself", ...by }),
	]);
}

/** Returns the data of an announcement's mail to a user; a draft's mail to its writer does not end with its time. */
export const ownMailData = (text: { id: number; title: string; body_html: string; audience: string }, userId: number) =>
	mailData(text, {
		...{ announcement: text.id, isForStaff: isForStaff(text.audience), until: null },
		...{ signsIn: true, listed: `${kindOf(text.audience)}-u${userId}` },
	});
