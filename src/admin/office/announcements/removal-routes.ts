import * as z from "zod";
import { IdParams, type Route } from "#auth/route.ts";
import { standingAnnouncement } from "#db/office/announcement-edits.ts";
import { readRows } from "#db/read.ts";
import { deleteAnnouncement } from "#domain/office/announcements/actions.ts";
import { mayWriteFor } from "#domain/office/announcements/audience.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { type AskOne, may, writer } from "./asks.ts";
import { removeAnnouncementPage } from "./removal-page.ts";

const { announcements } = paths.admin;

/** Returns the announcement, or "missing" when the current user may not write to its audience. */
async function own(ask: AskOne) {
	const [[row]] = await readRows(ask.env.DB, standingAnnouncement(ask.params.id));
	if (!row || !mayWriteFor(may(ask), row.audience)) return "missing" as const;
	return row;
}

export const REMOVAL_ROUTES: readonly Route[] = formPage({
	path: announcements.step(":id", "removal"),
	gate: "announcements",
	params: IdParams,
	form: z.strictObject({ version: z.coerce.number().int() }),
	about: own,
	closed: (row) =>
		row.publish_from === null
			? undefined
			: { to: announcements.show(row.id), flash: "只有草稿可以刪除。", tone: "info" },
	page: removeAnnouncementPage,
	run: async (ask, { input: { version } }) => {
		await deleteAnnouncement(ask.db, { id: ask.params.id, version }, writer(ask));
		return { to: announcements.list(), flash: "已刪除公告草稿。" };
	},
});
