import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { mailById, mailResends } from "#db/system/mail-log.ts";
import { selectSettings } from "#db/system/settings.ts";
import { resendMail } from "#domain/system/mail/actions.ts";
import { renderMail } from "#domain/system/mail/render.ts";
import { MAIL_SETTING_KEYS, mailSettingsIn } from "#domain/system/mail/settings.ts";
import { prepare } from "#domain/system/notifications/kinds.ts";
import { readConfig } from "#env.ts";
import { LETTER_HEADERS, letterDocument } from "#http/letter.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { mailList } from "./list.ts";
import { mailPage } from "./show-page.ts";
import { standingOf } from "./standing.ts";

const Params = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/) });
type AskMail = Ask<z.infer<typeof Params>>;

/**
 * Returns whether the links in shown mails are masked. In development they are not, because developers have no other
 * way to read their own mails.
 */
const isMasked = ({ env }: Pick<Ask, "env">): boolean => readConfig(env).ENVIRONMENT !== "development";

async function shownMail(ask: AskMail, { sent }: Refused) {
	const [[mail], resends, stored] = await readRows(
		ask.env.DB,
		mailById(ask.params.id),
		mailResends(ask.params.id),
		selectSettings(MAIL_SETTING_KEYS),
	);
	if (!mail) return "missing" as const;
	const settings = mailSettingsIn(stored);
	const masked = isMasked(ask);
	const expiresAt = prepare(mail.template, mail.data)?.expiresAt ?? null;
	const shown = {
		mail,
		words: renderMail(mail, { settings, links: mailLinks(ask.env, { masked }) }),
		isMasked: masked,
		isExpired: expiresAt !== null && expiresAt <= ask.at,
		resends,
		standing: standingOf(ask, settings),
		mayResend: allows("mail_resend", ask.who),
		maySeeUsers: allows("users", ask.who),
		at: ask.at,
	};
	return mailPage(shown, sent);
}

const letter = pageWithForms({
	path: paths.admin.mail.show(":id"),
	gate: "mail",
	params: Params,
	page: shownMail,
});

const showMailBody = view({
	path: paths.admin.mail.body(":id"),
	gate: "mail",
	params: Params,
	show: async (ask) => {
		const [[mail], stored] = await readRows(ask.env.DB, mailById(ask.params.id), selectSettings(MAIL_SETTING_KEYS));
		const links = mailLinks(ask.env, { masked: isMasked(ask) });
		const words = mail && renderMail(mail, { settings: mailSettingsIn(stored), links });
		if (!words) return "missing";
		return new Response(letterDocument(words.html), { headers: LETTER_HEADERS });
	},
});

const sendAgain = letter.form("sent", {
	path: paths.admin.mail.resend(":id"),
	gate: "mail_resend",
	form: z.strictObject({ version: z.coerce.number().int() }),
	run: async (ask, { input }) => {
		const [[mail]] = await readRows(ask.env.DB, mailById(ask.params.id));
		if (!mail) return "missing";
		await resendMail(ask.db, { id: mail.id, version: input.version, template: mail.template }, ask.by);
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return { to: paths.admin.mail.show(mail.id), flash: "已排入寄送，重新整理這一頁可以看到結果。" };
	},
});

export const MAIL_ROUTES: readonly Route[] = [...mailList.routes, letter.show, showMailBody, sendAgain];
