import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { mailSample, owingFigures } from "#db/money/dues-notices.ts";
import { shownAccounts } from "#db/money/own-dues.ts";
import { membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { mailNotices } from "#domain/money/dues-notices/actions.ts";
import { beginOf, payBy } from "#domain/money/dues-notices/rules.ts";
import { accountWords } from "#domain/money/dues-notices/sheet.ts";
import { type KindData, MAIL_SETTING_KEYS, mailSettingsIn, readOwed, renderMail } from "#domain/system/index.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Asked, WhomText } from "./notices-asks.ts";
import { NOTICE_LIST_ROUTES } from "./notices-list.ts";
import { noticeLog } from "./notices-log.ts";
import { noticeMailPage } from "./notices-mail-page.ts";
import { filterOf, listAgain, noted, type Whom } from "./notices-query.ts";
import { NOTICE_SHEET_ROUTES, noticeForms } from "./notices-sheet-routes.ts";

const { dues } = paths.admin;

const NOBODY = { members: 0, amount: 0, mailed: 0, told: 0 };

async function mailPage({ env, at }: Asked, whom: Whom, state: FormState): Promise<Page> {
	const filter = filterOf(whom, at);
	const [[figures], [sample], types, accounts, stored] = await readRows(
		env.DB,
		owingFigures(filter, beginOf(filter.today)),
		mailSample(filter),
		membershipTypes(),
		shownAccounts(),
		selectSettings(MAIL_SETTING_KEYS),
	);
	const settings = mailSettingsIn(stored);
	const owed = sample ? readOwed(sample.owed) : [];
	const data: KindData["dues_reminder"] = {
		...{ kind: "manual", until: null, grace: null, owed, accounts: accounts.map(accountWords) },
		...{ own: owed.some(({ own }) => own), dependents: owed.filter(({ own }) => !own).length },
		payBy: payBy(filter.today),
	};
	const words =
		sample &&
		renderMail(
			{ template: "dues_reminder", data: JSON.stringify(data), toName: sample.to_name },
			{ settings, links: mailLinks(env) },
		);
	const shown = sample && words ? { name: sample.to_name, words } : undefined;
	return noticeMailPage({ whom, types, figures: figures ?? NOBODY, sample: shown, key: crypto.randomUUID() }, state);
}

const mail = noticeForms({
	path: dues.noticesMail(),
	gate: "dues",
	draw: (ask, { whom }, sent) => mailPage(ask, whom, sent ?? freshForm()),
});

const sendMail = mail.form("sent", {
	form: z.strictObject({ query: WhomText }),
	run: async ({ c, env, db, by, at }, { input: { query: whom }, key }) => {
		const told = await mailNotices(db, { filter: filterOf(whom, at), noted: noted(whom), key, by });
		if (told.members === 0)
			return { to: listAgain(whom), flash: "沒有寄出：今天都已經寄過，或都沒有電子郵件。", tone: "warn" };
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const mails = told.mails === told.members ? "" : `，共 ${figure(told.mails)} 封`;
		return { to: dues.noticesLog(), flash: `已排入寄送：${figure(told.members)} 位會員${mails}。` };
	},
});

/** The routes of notices. They come before the routes of one item, whose ":id" would match "notices" too. */
export const NOTICE_ROUTES: readonly Route[] = [
	...NOTICE_LIST_ROUTES,
	mail.show,
	sendMail,
	...noticeLog.routes,
	...NOTICE_SHEET_ROUTES,
];
