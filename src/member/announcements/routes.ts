import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { publicSettings } from "#db/content/index.ts";
import { announcementFor, announcementsFor } from "#db/office/index.ts";
import { readRows } from "#db/read.ts";
import { mailboxOf, unsubscribedSince } from "#db/system/index.ts";
import { FILE_ID } from "#domain/content/index.ts";
import { markRead, openAnnouncementFile } from "#domain/office/actions.ts";
import { subscribe, unsubscribe } from "#domain/system/actions.ts";
import type { Subscriber } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { siteFrom } from "#http/state.ts";
import { PageNumber } from "#kernel/query.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { OWN_PER_PAGE, ownAnnouncementPage, ownAnnouncementsPage } from "#member/announcements/pages.ts";
import { freshForm } from "#ui/form-state.ts";

const { announcements } = paths.member;

const ownOf = (userId: number): Subscriber => ({ kind: "member_announcements", user: userId, member: null });

async function list({ c, env, who, query: { page } }: Ask<object, { page: number }>, { sent }: Refused) {
	const [rows, [off], [mailbox]] = await readRows(
		env.DB,
		announcementsFor(who.userId, "member", { take: OWN_PER_PAGE, skip: (page - 1) * OWN_PER_PAGE }),
		unsubscribedSince(ownOf(who.userId)),
		mailboxOf(who.userId),
	);
	const mail = { offSince: off?.at ?? null, address: mailbox?.email ?? null };
	return ownAnnouncementsPage({ rows, page, query: c.req.query(), ...mail }, sent ?? freshForm());
}

const listOwn = pageWithForms({
	path: announcements.list(),
	gate: "member",
	query: z.strictObject({ page: PageNumber }),
	page: list,
});

/** Shows an announcement and marks it as read; "missing" for a user to whom it is not addressed. */
const showOwn = view({
	path: announcements.show(":id"),
	gate: "member",
	params: IdParams,
	show: async ({ c, env, db, who, params: { id }, at }) => {
		const [[row], [settings]] = await readRows(env.DB, announcementFor(who.userId, "member", id), publicSettings());
		if (!row) return "missing";
		if (row.read_at === null) c.executionCtx.waitUntil(markRead(db, id, { userId: who.userId, at }));
		return ownAnnouncementPage({
			row,
			hosts: siteFrom(env, settings?.settings),
			file: (ref) => announcements.file(id, ref.id, ref.filename),
		});
	},
});

const FileParams = IdParams.extend({ file: z.string().regex(FILE_ID), filename: z.string().min(1).max(240) });

/** Sends a file of an announcement to a user who may read the announcement; for others it is missing. */
const showFile = privateFile({
	path: announcements.filePlace(),
	gate: "member",
	holds: "own",
	params: FileParams,
	as: "inline",
	open: ({ env, who, params }) => openAnnouncementFile(env, { userId: who.userId, side: "member" }, params),
});

const storeMail = listOwn.form("sent", {
	path: announcements.mail(),
	form: z.strictObject({ wanted: z.enum(["", "1"]).default("") }),
	run: async ({ db, who, by }, { input: { wanted } }) => {
		await (wanted ? subscribe : unsubscribe)(db, ownOf(who.userId), by);
		return { to: announcements.list(), flash: wanted ? "已重新訂閱公告信。" : "已取消訂閱，公告信不再寄給您。" };
	},
});

export const ANNOUNCEMENT_MEMBER_ROUTES: readonly Route[] = [listOwn.show, storeMail, showOwn, showFile];
