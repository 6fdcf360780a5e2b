import * as z from "zod";
import { IdParams, type Route, view } from "#auth/route.ts";
import { publicSettings } from "#db/content/index.ts";
import { announcementFor, announcementsFor } from "#db/office/announcement-readers.ts";
import { readRows } from "#db/read.ts";
import { FILE_ID } from "#domain/content/index.ts";
import { markRead, openAnnouncementFile } from "#domain/office/announcements/actions.ts";
import { paths } from "#http/paths.ts";
import { siteFrom } from "#http/state.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { staffReadingListPage, staffReadingPage } from "./reading-page.ts";

const { announcements } = paths.admin;
const MOST = 100;

const listOwn = view({
	path: announcements.reading(),
	gate: "staff",
	show: async ({ env, who }) => {
		const [rows] = await readRows(env.DB, announcementsFor(who.userId, "staff", { take: MOST }));
		return staffReadingListPage(rows);
	},
});

/**
 * Shows an announcement to a user to whom it is addressed as staff, and marks it as read; "missing" for other users.
 */
const readOwn = view({
	path: announcements.read(":id"),
	gate: "staff",
	params: IdParams,
	show: async ({ c, env, db, who, params: { id }, at }) => {
		const [[row], [settings]] = await readRows(env.DB, announcementFor(who.userId, "staff", id), publicSettings());
		if (!row) return "missing";
		if (row.read_at === null) c.executionCtx.waitUntil(markRead(db, id, { userId: who.userId, at }));
		return staffReadingPage({
			row,
			hosts: siteFrom(env, settings?.settings),
			file: (ref) => announcements.file(id, ref.id, ref.filename),
		});
	},
});

const FileParams = IdParams.extend({ file: z.string().regex(FILE_ID), filename: z.string().min(1).max(240) });

/** Sends a file of an announcement to a user who may read the announcement on the staff side. */
const showFile = privateFile({
	path: announcements.filePlace(),
	gate: "staff",
	holds: "own",
	params: FileParams,
	as: "inline",
	open: ({ env, who, params }) => openAnnouncementFile(env, { userId: who.userId, side: "staff" }, params),
});

/** The route of the page 給我的公告. It must come before the routes with an ":id" that its address would match. */
export const READING_FIRST: readonly Route[] = [listOwn];
export const READING_ROUTES: readonly Route[] = [readOwn, showFile];
