import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { mailingsOf, RECEIVER_RESULTS, receiversOf } from "#db/office/announcement-mailings.ts";
import { readShare } from "#db/office/announcement-readers.ts";
import { audienceOfStored, countAudience, countReceivers } from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { arrangeMailing, stopMailing } from "#domain/office/announcement-mailings/actions.ts";
import { releaseAnnouncement, takeBackAnnouncement } from "#domain/office/announcement-mailings/release-actions.ts";
import { ReleaseForm } from "#domain/office/announcements/form.ts";
import { MAIL_SETTING_KEYS, mailSettingsIn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { Version } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { mailerOf } from "#platform/mail.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskOne, may, sees, tell, writer } from "./asks.ts";
import { flowHref } from "./flow.ts";
import { formOf } from "./form-state.ts";
import { mailingPage } from "./mailing-page.ts";
import { receiversPage } from "./receivers-page.ts";

const { announcements } = paths.admin;
const gate = "announcements";

const NOBODY = { mailed: 0, no_address: 0, unsubscribed: 0 };
const NO_SHARE = { reached: 0, read: 0 };

/** Returns the step 發送, read in one round trip; "missing" when the user may not see the announcement. */
async function page(ask: AskOne, { release, sent }: Refused<"release" | "sent">) {
	const { env, params, at } = ask;
	const [[row], named, mailings, [all], [missing], [unread], [share], rows] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		namedAudiences(),
		mailingsOf(params.id),
		countAudience(audienceOfStored(params.id)),
		countReceivers(params.id, "missing"),
		countReceivers(params.id, "unread"),
		readShare(params.id),
		selectSettings(MAIL_SETTING_KEYS),
	);
	if (!row || !all) return "missing" as const;
	const isSetUp = "mailer" in mailerOf(env, mailSettingsIn(rows));
	return mailingPage(
		{
			...{ row, named, all, mailings, isSetUp, at, may: may(ask), key: crypto.randomUUID() },
			...{ missing: missing ?? NOBODY, unread: unread ?? NOBODY, share: share ?? NO_SHARE },
		},
		{ release: release ?? formOf(row), sent: sent ?? freshForm() },
	);
}

const mailing = pageWithForms({
	path: announcements.step(":id", "mailing"),
	gate,
	params: IdParams,
	page,
});

const release = mailing.form("release", {
	path: announcements.step(":id", "publication"),
	form: ReleaseForm,
	run: async (ask, { input: { version, publish, publish_at, unpublish_at } }) => {
		const href = flowHref(ask.params.id, "mailing");
		const ref = { id: ask.params.id, version };
		const wish = { publish, publish_at, until: unpublish_at };
		const state = await releaseAnnouncement(ask.db, ref, { wish, href, ...writer(ask) });
		tell(ask);
		return { to: href, flash: state === "open" ? "已發布，對象登入後就看得到。" : "已排程，時間到了會自動公告。" };
	},
});

const takeBack = mailing.form("release", {
	path: announcements.step(":id", "withdrawal"),
	form: z.strictObject({ version: Version }),
	run: async (ask, { input: { version } }) => {
		const ref = { id: ask.params.id, version };
		await takeBackAnnouncement(ask.db, ref, writer(ask));
		return { to: flowHref(ref.id, "mailing"), flash: "已取消排程，公告回到草稿，安排好的信也不寄了。" };
	},
});

const storeMailing = mailing.form("sent", {
	form: z.strictObject({ version: Version, scope: z.enum(["all", "missing", "unread"]) }),
	run: async (ask, { input: { version, scope }, key }) => {
		const { id } = ask.params;
		const href = flowHref(id, "mailing");
		await arrangeMailing(ask.db, { id, version, scope, key, href, ...writer(ask) });
		return { to: href, flash: "已安排寄送，系統會在幾分鐘內分批寄出。" };
	},
});

const storeStop = mailing.form("sent", {
	path: announcements.step(":id", "mailing-stop"),
	form: z.strictObject({}),
	run: async (ask) => {
		await stopMailing(ask.db, ask.params.id, writer(ask));
		return { to: flowHref(ask.params.id, "mailing"), flash: "已停止寄送，還沒寄的不會再寄。" };
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

export const MAILING_ROUTES: readonly Route[] = [
	mailing.show,
	release,
	takeBack,
	storeMailing,
	storeStop,
	showReceivers,
];
