import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { mailingsOf, RECEIVER_RESULTS, receiversOf } from "#db/office/announcement-mailings.ts";
import { announcementText } from "#db/office/announcement-readers.ts";
import { countReceivers, kindOf } from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { arrangeMailing, stopMailing } from "#domain/office/announcement-mailings/actions.ts";
import { wordsForMail } from "#domain/office/announcement-mailings/words.ts";
import { isForStaff } from "#domain/office/announcements/audience.ts";
import { type KindData, MAIL_SETTING_KEYS, mailSettingsIn, renderMail } from "#domain/system/index.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { mailerOf } from "#platform/mail.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskOne, may, sees, writer } from "./asks.ts";
import { mailingPage } from "./mailing-page.ts";
import { receiversPage } from "./receivers-page.ts";

const { announcements } = paths.admin;
const gate = "announcements";

const NOBODY = { mailed: 0, no_address: 0, unsubscribed: 0 };

/**
 * Returns the page that shows, before a mailing begins, its recipients and its text, read in one round trip; "missing"
 * when the user may not see the announcement.
 */
async function page(ask: AskOne, { sent: state = freshForm() }: Refused) {
	const { env, params, at } = ask;
	const [[row], [text], named, mailings, [all], [missing], rows] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		announcementText(params.id),
		namedAudiences(),
		mailingsOf(params.id),
		countReceivers(params.id, "all"),
		countReceivers(params.id, "missing"),
		selectSettings(MAIL_SETTING_KEYS),
	);
	if (!row || !text) return "missing" as const;
	const settings = mailSettingsIn(rows);
	const data: KindData["announcement"] = {
		...wordsForMail(text),
		announcement: row.id,
		isForStaff: isForStaff(row.audience),
		signsIn: true,
		listed: `${kindOf(row.audience)}-u1`,
	};
	const sample = renderMail(
		{ template: "announcement", data: JSON.stringify(data), toName: "" },
		{ settings, links: mailLinks(env, { masked: true }) },
	);
	return mailingPage(
		{
			row,
			named,
			all: all ?? NOBODY,
			missing: missing ?? NOBODY,
			mailings,
			sample,
			isSetUp: "mailer" in mailerOf(env, settings),
			may: may(ask),
			at,
			key: crypto.randomUUID(),
		},
		"scope" in state.values ? state : { ...state, values: { ...state.values, scope: "missing" } },
	);
}

const mailing = pageWithForms({
	path: announcements.step(":id", "mailing"),
	gate,
	params: IdParams,
	page,
});

const storeMailing = mailing.form("sent", {
	form: z.strictObject({ version: z.coerce.number().int(), scope: z.enum(["all", "missing"]) }),
	run: async (ask, { input: { version, scope } }) => {
		const href = announcements.show(ask.params.id);
		await arrangeMailing(ask.db, { id: ask.params.id, version, scope, href, ...writer(ask) });
		return { to: announcements.show(ask.params.id), flash: "已安排寄送，公告期間系統會分批寄出。" };
	},
});

const storeStop = mailing.form("sent", {
	path: announcements.step(":id", "mailing-stop"),
	form: z.strictObject({}),
	run: async (ask) => {
		await stopMailing(ask.db, ask.params.id, writer(ask));
		return { to: announcements.show(ask.params.id), flash: "已停止寄送，還沒寄的不會再寄。" };
	},
});

const showReceivers = view({
	path: announcements.step(":id", "receivers"),
	gate,
	params: IdParams,
	query: z.strictObject({ result: asked(z.enum(RECEIVER_RESULTS)), page: PageNumber }),
	show: async (ask) => {
		const { c, env, params, query, who, at } = ask;
		const [[row], rows] = await readRows(
			env.DB,
			editedAnnouncement(params.id, sees(ask)),
			receiversOf(params.id, { ...query, isNamed: allows("members", who) }),
		);
		if (!row) return "missing";
		return receiversPage({
			id: row.id,
			title: row.title,
			rows,
			page: query.page,
			query: c.req.query(),
			seesMembers: allows("members", who),
			seesMail: allows("mail", who),
			at,
		});
	},
});

export const MAILING_ROUTES: readonly Route[] = [mailing.show, storeMailing, storeStop, showReceivers];
