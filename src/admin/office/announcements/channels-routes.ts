import { IdParams, type Route } from "#auth/route.ts";
import { publicSettings } from "#db/content/index.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { announcementText } from "#db/office/announcement-readers.ts";
import { audienceOfStored, countAudience } from "#db/office/announcement-receivers.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { wordsForLine } from "#domain/office/announcement-mailings/words.ts";
import { isForStaff } from "#domain/office/announcements/audience.ts";
import { ChannelsForm } from "#domain/office/announcements/form.ts";
import { chooseChannels } from "#domain/office/announcements/step-actions.ts";
import { MAIL_SETTING_KEYS, mailSettingsIn } from "#domain/system/index.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { siteFrom } from "#http/state.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { mailerOf } from "#platform/mail.ts";
import { freshForm } from "#ui/form-state.ts";
import { type AskOne, may, sees, writer } from "./asks.ts";
import { channelsPage } from "./channels-page.ts";
import { flowHref } from "./flow.ts";

const { announcements } = paths.admin;

async function page(ask: AskOne, { sent }: Refused) {
	const { env, params, at } = ask;
	const [[row], [text], named, [counts], stored, [settings]] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		announcementText(params.id),
		namedAudiences(),
		countAudience(audienceOfStored(params.id)),
		selectSettings(MAIL_SETTING_KEYS),
		publicSettings(),
	);
	if (!row || !text || !counts) return "missing" as const;
	const mail = mailSettingsIn(stored);
	const href =
		row.audience === "public"
			? siteFrom(env, settings?.settings).origin + paths.site.announcement(row.slug)
			: mailLinks(env).announcement(row.id, isForStaff(row.audience));
	return channelsPage(
		{
			...{ row, named, counts, at, may: may(ask) },
			line: wordsForLine({ ...text, line_text: row.line_text }, { association: mail.association.name, href }),
			isSetUp: "mailer" in mailerOf(env, mail),
		},
		sent ?? freshForm({ by_mail: row.by_mail === 1 ? "1" : "", line_text: row.line_text }),
	);
}

const channels = pageWithForms({
	path: announcements.step(":id", "channels"),
	gate: "announcements",
	params: IdParams,
	page,
});

const storeChannels = channels.form("sent", {
	form: ChannelsForm,
	run: async (ask, { input: { version, to = "channels", ...said } }) => {
		const { id } = ask.params;
		await chooseChannels(ask.db, { id, version }, { ...said, ...writer(ask) });
		return { to: flowHref(id, to), flash: "已儲存管道。" };
	},
});

export const CHANNELS_ROUTES: readonly Route[] = [channels.show, storeChannels];
