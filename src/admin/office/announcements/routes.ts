import * as z from "zod";
import { UPLOAD_BYTES } from "#admin/content/index.ts";
import type { FormInput } from "#auth/input.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { madeWith } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { createAnnouncement, saveAnnouncement } from "#domain/office/announcements/actions.ts";
import { ANNOUNCEMENT_LISTS, AnnouncementForm, AudienceCode } from "#domain/office/announcements/form.ts";
import type { AnnouncementStep } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type AskOne, readEditor, readNewEditor, tell, withUploads, writer } from "./asks.ts";
import { CHANNELS_ROUTES } from "./channels-routes.ts";
import { announcementPage } from "./editor-page.ts";
import { flowHref } from "./flow.ts";
import { announcementList } from "./list.ts";
import { MAILING_ROUTES } from "./mailing-routes.ts";
import { PREVIEW_ROUTES } from "./preview-routes.ts";
import { READING_FIRST, READING_ROUTES } from "./reading-routes.ts";
import { REMOVAL_ROUTES } from "./removal-routes.ts";

const { announcements } = paths.admin;
const gate = "announcements";
const FORM = { form: AnnouncementForm, many: ANNOUNCEMENT_LISTS, maxBytes: UPLOAD_BYTES } as const;
type Sent = FormInput<z.infer<typeof AnnouncementForm>>;

const creation = pageWithForms({
	path: announcements.create(),
	gate,
	query: z.strictObject({ audience: AudienceCode.optional() }),
	page: async (ask, { sent }) => announcementPage(await readNewEditor(ask, sent)),
});

const NOT_SAVED = "這份表單剛才已經送出並建立了公告。這裡是已儲存的樣子，不同的地方請再修改一次。";

/**
 * Stores a new announcement as a draft and goes on to its editor or another step. When the same form was sent before, it
 * leads to the announcement that was stored then.
 */
const make = creation.form("sent", {
	...FORM,
	run: async (ask, { input: { announcement, to = "writing" }, files, key }) => {
		const [[before]] = await readRows(ask.env.DB, madeWith(key));
		if (before) return { to: announcements.show(before.id), flash: NOT_SAVED, tone: "info" };
		const input = await withUploads(ask, announcement, files);
		const id = await createAnnouncement(ask.db, { input, key, ...writer(ask) });
		tell(ask);
		return { to: flowHref(id, to), flash: "已儲存草稿。" };
	},
});

const DONE: Record<AnnouncementStep, string> = {
	publish: "已發布，對象登入後就看得到。",
	withdraw: "已取消排程。",
	close: "公告已結束。",
	reopen: "已重新公告，對象登入後就看得到。",
};

const editing = pageWithForms({
	path: announcements.show(":id"),
	gate,
	params: IdParams,
	page: async (ask: AskOne, { sent }) => {
		const editor = await readEditor(ask, sent);
		return editor ? announcementPage(editor) : "missing";
	},
});

async function save(ask: AskOne, sent: Sent, step?: AnnouncementStep) {
	const { announcement, version, to = "writing" } = sent.input;
	const input = await withUploads(ask, announcement, sent.files);
	const ref = { id: ask.params.id, version };
	const state = await saveAnnouncement(ask.db, ref, { input, step, ...writer(ask) });
	tell(ask);
	return { to: flowHref(ref.id, to), flash: step ? DONE[step] : state === "draft" ? "已儲存草稿。" : "已儲存。" };
}

/** Builds the route that saves the form and, with `step`, takes that step too. */
const saving = (path: string, step?: AnnouncementStep): Route =>
	editing.form("sent", { path, ...FORM, run: (ask, sent) => save(ask, sent, step) });

/** Makes a copy of the announcement with the texts of the form: a new draft with a title and an address of its own. */
const copy = editing.form("sent", {
	path: announcements.step(":id", "copy"),
	...FORM,
	run: async (ask, { input: { announcement }, files, key }) => {
		const text = await withUploads(ask, announcement, files);
		const title = `${[...text.title].slice(0, 196).join("")}（複本）`;
		const input = {
			...text,
			title,
			slug: "",
			is_pinned: false,
			publish: "now" as const,
			publish_at: null,
			unpublish_at: null,
		};
		const id = await createAnnouncement(ask.db, { input, key, ...writer(ask) });
		return { to: announcements.show(id), flash: "這是剛建立的複本，還是草稿。" };
	},
});

export const ANNOUNCEMENT_ROUTES: readonly Route[] = [
	// These stand before the routes with an id, because Hono takes the first route that matches.
	...announcementList.routes,
	...READING_FIRST,
	creation.show,
	make,
	editing.show,
	saving(announcements.show(":id")),
	saving(announcements.step(":id", "closing"), "close"),
	saving(announcements.step(":id", "reopening"), "reopen"),
	copy,
	...READING_ROUTES,
	...CHANNELS_ROUTES,
	...PREVIEW_ROUTES,
	...MAILING_ROUTES,
	...REMOVAL_ROUTES,
];
