import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { type AnnouncementRef, updateAnnouncement } from "#db/office/announcement-edits.ts";
import { stopMailings } from "#db/office/announcement-mailings.ts";
import { namingPictures } from "#domain/content/actions.ts";
import { seen, type Writer } from "./actions.ts";
import { refuseAudience } from "./audience.ts";

/**
 * Sets for whom an announcement is; a mailing to those for whom it was stops. Returns whether the audience changed. Refuses
 * `announcement.stale`, `announcement.no_audience`, `release.picture`, and what `refuseAudience` refuses.
 */
export async function chooseAudience(
	db: Db,
	ref: AnnouncementRef,
	{ audience, may, ...by }: Writer & { audience: string },
): Promise<boolean> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	refuseAudience(may, audience);
	if (audience === now.audience) return false;
	const writes = [
		...stopMailings(ref.id, by.at),
		...updateAnnouncement(db, ref, { audience, updatedAt: by.at }),
		...auditSlug(db, "announcement", {
			...{ id: ref.id, slug: now.slug, action: "edit", ...by },
			changes: { audience: { from: now.audience, to: audience } },
		}),
	];
	await namingPictures(db, { announcement: ref.id }, () => commit(db, writes));
	return true;
}

/** The ways besides the page: whether it goes by mail, and its own words for LINE ("" for those made of its text). */
export type Channels = { by_mail: boolean; line_text: string };

/** Sets the ways an announcement goes; without the mail that was asked for, one that waits is taken back. Refuses `announcement.stale` and what `refuseAudience` refuses. */
export async function chooseChannels(
	db: Db,
	ref: AnnouncementRef,
	{ by_mail: byMail, line_text: lineText, may, ...by }: Writer & Channels,
): Promise<void> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	if (byMail === (now.by_mail === 1) && lineText === now.line_text) return;
	await commit(db, [
		...(now.by_mail === 1 && !byMail ? stopMailings(ref.id, by.at) : []),
		...updateAnnouncement(db, ref, { byMail, lineText, updatedAt: by.at }),
		...auditSlug(db, "announcement", {
			id: ref.id,
			slug: now.slug,
			action: "edit",
			changes: { by_mail: byMail },
			...by,
		}),
	]);
}
