import type { SQL } from "drizzle-orm";
import { auditSlug } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { namedFiles, setUses } from "#db/content/index.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/office/announcement-edits.ts";
import { stopMailings } from "#db/office/announcement-mailings.ts";
import { announcementFile, insertRead, type Side } from "#db/office/announcement-readers.ts";
import { readRows } from "#db/read.ts";
import { namingPictures } from "#domain/content/actions.ts";
import { filesIn, pickSlug, sizesOf, slugBase } from "#domain/content/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Permission } from "#permissions.ts";
import { readFile } from "#platform/files.ts";
import { log } from "#platform/log.ts";
import { refuseAudience } from "./audience.ts";
import type { AnnouncementInput } from "./form.ts";
import { type AnnouncementState, type AnnouncementStep, planWindow, stateOf, type Window } from "./rules.ts";

type Ref = stored.AnnouncementRef;
/** The acting user and the user's permissions. */
export type Writer = By & { may: ReadonlySet<Permission> };

/*
 * Every action on an announcement refuses `announcement.stale` when the announcement changed, is gone, or may not be seen by the
 * user, and `announcement.needs_publish` or `announcement.needs_manage` when it is, or would be, for readers to whom the user may
 * not write. The caller then queues the message `content.changed`.
 */

const NEW = { from: null, until: null, planned: null, isLive: false };

/**
 * Inserts an announcement, open or scheduled at once when `step` is "publish"; once per form `key`. Returns its id.
 * Refuses `announcement.slug_taken` (another has the typed slug), `announcement.no_audience` (the audience's role does
 * not exist), `release.picture` (it would show a picture whose release does not hold), and what `refuseAudience`,
 * `planWindow` and `compose` refuse.
 */
export async function createAnnouncement(
	db: Db,
	{ input, step, key, may, ...by }: Writer & { input: AnnouncementInput; step?: "publish" | undefined; key: string },
): Promise<number> {
	refuseAudience(may, input.audience);
	const window = planWindow(NEW, wishOf(input), { step, at: by.at });
	const text = await textOf(db, input);
	const id = madeBy(key);
	const { slug } = text.columns;
	const writes: [Write, ...Write[]] = [
		stored.insertAnnouncement(db, { ...text.columns, ...columnsOf(window), createdAt: by.at, updatedAt: by.at }),
		...text.partsOf(id),
		...auditSlug(db, "announcement", { id, slug, action: "create", changes: { audience: input.audience }, ...by }),
		...(step ? auditSlug(db, "announcement", { id, slug, action: stepName(step, window, by.at), ...by }) : []),
	];
	return namingPictures(db, text, () => commitOnce(db, { key, at: by.at }, writes));
}

const TEXTS = ["title", "slug", "audience"] as const;

/**
 * Saves an announcement and takes the requested step, as one change; returns the state that it then has. When it is
 * closed, or its audience changed, its mailings stop. Refuses `announcement.stale` (changed meanwhile), and what
 * `createAnnouncement` refuses.
 */
export async function saveAnnouncement(
	db: Db,
	ref: Ref,
	{ input, step, may, ...by }: Writer & { input: AnnouncementInput; step?: AnnouncementStep | undefined },
): Promise<AnnouncementState> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	refuseAudience(may, input.audience);
	const window = planWindow(windowOf(now), wishOf(input), { step, at: by.at });
	const text = await textOf(db, input, now.slug);
	const { slug } = text.columns;
	const changes = Object.fromEntries(
		TEXTS.filter((name) => text.columns[name] !== now[name]).map((name) => [
			name,
			{ from: now[name], to: text.columns[name] },
		]),
	);
	const isMoved = now.audience !== input.audience || step === "close";
	const writes = [
		...(isMoved ? stopMailings(ref.id, by.at) : []),
		...text.partsOf(ref.id),
		...stored.updateAnnouncement(db, ref, { ...text.columns, ...columnsOf(window), updatedAt: by.at }),
		...auditSlug(db, "announcement", {
			id: ref.id,
			slug,
			action: step ? stepName(step, window, by.at) : "edit",
			changes,
			...by,
		}),
	];
	await namingPictures(db, text, () => commit(db, writes));
	return stateOf(
		{ ...window, isLive: window.from !== null && window.from <= by.at && (window.until ?? Infinity) > by.at },
		by.at,
	);
}

/**
 * Deletes a draft that was never shown. Refuses `announcement.stale` (changed meanwhile), `announcement.not_draft` and
 * `announcement.was_mailed` (a mailing of it was arranged).
 */
export async function deleteAnnouncement(db: Db, ref: Ref, { may, ...by }: Writer): Promise<void> {
	const now = await seen(db, ref, may);
	refuseAudience(may, now.audience);
	await commit(db, [
		...stored.deleteDraft(ref),
		...auditSlug(db, "announcement", { id: ref.id, slug: now.slug, action: "delete", ...by }),
	]);
}

/** Records that a user opened an announcement that the user may read; only the first time counts. */
export const markRead = (db: Db, id: number, { userId, at }: { userId: number; at: number }): Promise<void> =>
	commit(db, [insertRead(id, userId, at)]);

type Attached = { file: { filename: string; contentType: string; size: number }; body: ReadableStream };

/**
 * Opens a file of an open announcement for a user who may read it on this side (member or staff); null for everybody
 * else.
 */
export async function openAnnouncementFile(
	{ DB, FILES }: { DB: D1Database; FILES: R2Bucket },
	{ userId, side }: { userId: number; side: Side },
	of: { id: number; file: string; filename: string },
): Promise<Attached | null> {
	const [[found]] = await readRows(DB, announcementFile(userId, side, of));
	if (!found || found.filename !== of.filename.normalize("NFC")) return null;
	const body = await readFile(FILES, found.object_key);
	if (body) return { file: { ...found, contentType: found.content_type }, body };
	log("error", "announcement.object_missing", { announcement: of.id, key: found.object_key });
	return null;
}

/**
 * Reads an announcement. Refuses `announcement.stale` when it changed since the user saw it (`version`), or when the
 * user may not see it; the guard of the batch checks the version again.
 */
export async function seen(db: Db, { id, version }: Ref, may: Writer["may"]): Promise<stored.StandingAnnouncement> {
	const [[row]] = await readRows(db.$client, stored.standingAnnouncement(id));
	const isSeen = row?.audience === "public" || may.has("announcements.manage");
	if (row?.version !== version || !isSeen) throw new Refusal("announcement.stale");
	return row;
}

const wishOf = ({ publish, publish_at, unpublish_at }: AnnouncementInput) => ({
	publish,
	publish_at,
	until: unpublish_at,
});
export const windowOf = (row: stored.StandingAnnouncement) => ({
	from: row.publish_from,
	until: row.publish_until,
	planned: row.planned_from,
	isLive: row.is_live === 1,
});
export const columnsOf = ({ from, until, planned }: Window) => ({
	publishFrom: from,
	publishUntil: until,
	plannedFrom: planned,
});
export const stepName = (step: AnnouncementStep, { from }: Window, at: number): string =>
	step === "publish" && (from ?? 0) > at ? "schedule" : step;

type Text = {
	/** The ids of the files that the text names. */
	files: string[];
	columns: Pick<
		Parameters<typeof stored.insertAnnouncement>[1],
		"title" | "slug" | "audience" | "isPinned" | "bodyMarkdown" | "bodyHtml"
	>;
	partsOf: (id: number | SQL<number>) => Write[];
};

/**
 * Returns the text of an announcement as columns, and the writes of the files that it uses; all reads are one round
 * trip.
 */
async function textOf(db: Db, input: AnnouncementInput, own?: string): Promise<Text> {
	const { compose } = await import("#domain/content/content/compose.ts");
	const asked = { slug: input.slug, title: input.title, own };
	const base = slugBase(asked, "announcement");
	const inline = filesIn(input.body);
	const ids = [...inline, ...input.attachments.map(({ id }) => id)];
	const [files, taken] = await readRows(db.$client, namedFiles(ids), stored.announcementSlugsLike(base));
	const { bodyMarkdown, bodyHtml } = compose(input.body, sizesOf(files));
	return {
		files: ids,
		columns: {
			title: input.title,
			slug: pickSlug(base, { ...asked, taken: taken.map(({ slug }) => slug) }),
			audience: input.audience,
			isPinned: input.is_pinned,
			bodyMarkdown,
			bodyHtml,
		},
		partsOf: (id) => setUses("announcement", id, { files: input.attachments, inline }),
	};
}
