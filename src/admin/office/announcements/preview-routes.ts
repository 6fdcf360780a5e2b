import * as z from "zod";
import { IdParams, type Route, view } from "#auth/route.ts";
import { publicSettings } from "#db/content/index.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { announcementText } from "#db/office/announcement-readers.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { mailMyself, ownMailData } from "#domain/office/announcement-mailings/release-actions.ts";
import { MAIL_SETTING_KEYS, mailSettingsIn, type Rendered, renderMail } from "#domain/system/index.ts";
import { LETTER_HEADERS, letterDocument } from "#http/letter.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { siteFrom } from "#http/state.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskOne, sees, writer } from "./asks.ts";
import { flowHref } from "./flow.ts";
import { previewPage } from "./preview-page.ts";

const { announcements, media } = paths.admin;
const gate = "announcements";

/** Reads an announcement with its mail to the user, as `mailMyself` sends it; only the unsubscribe link is masked. */
async function previewed(ask: AskOne) {
	const { env, params, who } = ask;
	const [[row], [text], named, stored, [settings]] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		announcementText(params.id),
		namedAudiences(),
		selectSettings(MAIL_SETTING_KEYS),
		publicSettings(),
	);
	if (!row || !text) return undefined;
	const mail: Rendered | undefined = renderMail(
		{ template: "announcement", data: JSON.stringify(ownMailData(text, who.userId)), toName: who.name },
		{ settings: mailSettingsIn(stored), links: mailLinks(env, { masked: true }) },
	);
	return { row, text, named, mail, hosts: siteFrom(env, settings?.settings) };
}

const preview = pageWithForms({
	path: announcements.step(":id", "preview"),
	gate,
	params: IdParams,
	query: z.strictObject({ width: z.enum(["phone"]).optional() }),
	page: async (ask, { sent }: Refused) => {
		const found = await previewed(ask);
		if (!found) return "missing";
		const { row, text, named, mail, hosts } = found;
		return previewPage(
			{
				...{ row, named, mail, at: ask.at, isPhone: ask.query.width === "phone" },
				shown: { row: text, hosts, file: (ref) => media.file(ref.id, ref.filename) },
			},
			sent ?? freshForm(),
		);
	},
});

/** The mail's own document, which the preview shows in a frame without scripts. */
const mailBody = view({
	path: announcements.step(":id", "mail-body"),
	gate,
	params: IdParams,
	show: async (ask) => {
		const mail = (await previewed(ask))?.mail;
		return mail ? new Response(letterDocument(mail.html), { headers: LETTER_HEADERS }) : "missing";
	},
});

const sendOwn = preview.form("sent", {
	path: announcements.step(":id", "own-mail"),
	form: z.strictObject({}),
	run: async (ask) => {
		const { id } = ask.params;
		await mailMyself(ask.db, id, { ...writer(ask), userId: ask.who.userId });
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: flowHref(id, "preview"), flash: "已寄一封到您的信箱。" };
	},
});

export const PREVIEW_ROUTES: readonly Route[] = [preview.show, mailBody, sendOwn];
