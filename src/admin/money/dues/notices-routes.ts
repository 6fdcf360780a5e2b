import * as z from "zod";
import { action, type Route, view } from "#auth/route.ts";
import { noticeLog } from "#db/money/dues-notice-log.ts";
import { mailSample, owedYears, owingFigures, owingPage } from "#db/money/dues-notices.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/settings.ts";
import { mailNotices } from "#domain/money/dues-notices/actions.ts";
import { beginOf } from "#domain/money/dues-notices/rules.ts";
import { renderMail } from "#domain/system/mail/render.ts";
import { MAIL_SETTING_KEYS, mailSettings } from "#domain/system/mail/settings.ts";
import type { KindData } from "#domain/system/notifications/kinds.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { type Asked, LONGEST_QUERY, WhomText, whomOf } from "./notices-asks.ts";
import { isWay, NOTICE_WAYS, noticeListPage } from "./notices-list-page.ts";
import { noticeLogPage } from "./notices-log-page.ts";
import { noticeMailPage } from "./notices-mail-page.ts";
import {
	filterOf,
	hrefOf,
	LogQuery,
	listAgain,
	NoticeQuery,
	noted,
	SheetQuery,
	type Whom,
	whomIn,
} from "./notices-query.ts";
import { NOTICE_SHEET_ROUTES } from "./notices-sheet-routes.ts";

const { dues } = paths.admin;

const listNotices = view({
	path: dues.notices(),
	gate: "dues",
	query: NoticeQuery,
	show: async ({ c, env, query: { page, ...whom }, at }) => {
		const filter = filterOf(whom, at);
		const [rows, [figures], years] = await readRows(
			env.DB,
			owingPage(filter, page),
			owingFigures(filter, at),
			owedYears(),
		);
		return noticeListPage({
			rows,
			figures: figures ?? NOBODY,
			years: years.map(({ year }) => year),
			whom,
			page,
			query: c.req.query(),
			at,
		});
	},
});
const NOBODY = { members: 0, amount: 0, mailed: 0, told: 0 };

/** More boxes than a page has are ticked by nobody. */
const MOST_IDS = 100;
/** The band's form carries whom it is about into an address. */
const choose = action({
	path: dues.noticesBulk(":place"),
	gate: "dues",
	params: z.strictObject({ place: z.string().refine(isWay) }),
	form: z.strictObject({
		ids: z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(MOST_IDS),
		/** The conditions of the list where everybody who fits them is meant; "*" for none. */
		all: z.string().max(LONGEST_QUERY).optional(),
	}),
	many: ["ids"],
	run: async ({ params: { place } }, { input: { ids, all } }) => {
		const whom = all === undefined ? {} : whomIn(all === "*" ? "" : all);
		if (!whom || !isWay(place) || (all === undefined && ids.length === 0))
			return { to: dues.notices(), flash: "請先勾選會員。", tone: "warn" };
		const chosen = all === undefined ? { ids: [...new Set(ids)].map(Number) } : whom;
		return { to: hrefOf(NOTICE_WAYS[place].path, chosen) };
	},
	page: async () => "missing",
});

async function mailPage({ env, at }: Asked, whom: Whom, state: FormState): Promise<Page> {
	const filter = filterOf(whom, at);
	const [[figures], [sample], stored] = await readRows(
		env.DB,
		owingFigures(filter, beginOf(filter.today)),
		mailSample(filter),
		selectSettings(MAIL_SETTING_KEYS),
	);
	const settings = mailSettings(new Map(stored.map(({ key, value }) => [key, value])));
	const data = (own: boolean): KindData["dues_reminder"] => ({
		kind: "manual",
		own,
		dependents: own ? 0 : 1,
		until: null,
		grace: null,
	});
	const words =
		sample &&
		renderMail(
			{ template: "dues_reminder", data: JSON.stringify(data(sample.own === 1)), toName: sample.to_name },
			{ settings, links: mailLinks(env) },
		);
	const shown = sample && words ? { name: sample.to_name, words } : undefined;
	return noticeMailPage({ whom, figures: figures ?? NOBODY, sample: shown, key: crypto.randomUUID() }, state);
}

const askMail = view({
	path: dues.noticesMail(),
	gate: "dues",
	query: SheetQuery,
	show: ({ query: { until: _until, ...whom }, ...ask }) => mailPage(ask, whom, freshForm()),
});

const sendMail = action({
	path: dues.noticesMail(),
	gate: "dues",
	form: z.strictObject({ query: WhomText }),
	run: async ({ c, env, db, by, at }, { input: { query: whom }, key }) => {
		const told = await mailNotices(db, { filter: filterOf(whom, at), noted: noted(whom), key, by });
		if (told.members === 0)
			return { to: listAgain(whom), flash: "沒有寄出：今天都已經寄過，或都沒有電子郵件。", tone: "warn" };
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const mails = told.mails === told.members ? "" : `，共 ${told.mails} 封`;
		return { to: dues.noticesLog(), flash: `已排入寄送：${told.members} 位會員${mails}。` };
	},
	page: async (ask, state) => {
		const whom = whomOf(state);
		return whom ? mailPage(ask, whom, state) : "missing";
	},
});

const showLog = view({
	path: dues.noticesLog(),
	gate: "dues",
	query: LogQuery,
	show: async ({ c, env, query: { page, ...filter }, at }) => {
		const [rows, [count]] = await readRows(env.DB, ...noticeLog(filter, page));
		return noticeLogPage({ rows, total: count?.total ?? 0, page, query: c.req.query(), at });
	},
});

/** Before the item's own: "notices" is no id. */
export const NOTICE_ROUTES: readonly Route[] = [
	listNotices,
	choose,
	askMail,
	sendMail,
	showLog,
	...NOTICE_SHEET_ROUTES,
];
