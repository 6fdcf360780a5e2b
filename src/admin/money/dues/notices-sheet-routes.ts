import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { type NoticeFilter, noticeSheets, type SheetRow } from "#db/money/dues-notices.ts";
import { shownAccounts } from "#db/money/own-dues.ts";
import { membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { makeLogins, noteNotices, printWithCodes } from "#domain/money/dues-notices/actions.ts";
import { payBy } from "#domain/money/dues-notices/rules.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { ACTIVATION_MS, keysOf } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayField } from "#kernel/typed.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { type Asked, WhomText, whomOf } from "./notices-asks.ts";
import { loginsOf, noticeCodesPage } from "./notices-codes-page.ts";
import { type NoticePrint, noticePrintPage, noticeSheetsPage, SHEETS_MAX } from "./notices-print-page.ts";
import { filterOf, hrefOf, noted, SheetQuery, type Whom } from "./notices-query.ts";
import type { Notices } from "./notices-sheet.ts";
import { noticeTextPage, TEXTS_MAX } from "./notices-text-page.ts";

const { dues } = paths.admin;

/**
 * Reads at most `most` + 1 recipients, and what all notices have in common: the association, its accounts, days and
 * addresses.
 */
async function readSheets(
	{ env, at, who }: Asked,
	filter: NoticeFilter,
	{ until, most }: { until: string | undefined; most: number },
) {
	const [rows, accounts, types, stored] = await readRows(
		env.DB,
		noticeSheets(filter, most + 1),
		shownAccounts(),
		membershipTypes(),
		selectSettings(keysOf("association")),
	);
	const base = readConfig(env).PUBLIC_BASE_URL;
	const notices: Notices = {
		association: parseSettings("association", stored),
		accounts,
		until: until ?? payBy(filter.today),
		today: filter.today,
		pay: base + paths.member.payments.create(),
		activate: base + paths.activate(),
		codes: new Map(),
		codesUntil: dateInTaipei(at + ACTIVATION_MS),
	};
	return { rows, types, notices, who };
}

const sheetsOf = async (ask: Asked, whom: Whom, until: string | undefined): Promise<NoticePrint> => ({
	whom,
	...(await readSheets(ask, filterOf(whom, ask.at), { until, most: SHEETS_MAX })),
});

type Sheets = {
	path: string;
	gate: "dues" | "dues_codes";
	fresh?: true;
	draw: (ask: Asked, of: { whom: Whom; until: string | undefined }, sent: FormState | undefined) => Promise<Page>;
};

/**
 * Declares a page of printed or text notices for the members whom the address selects, or, when its form is refused,
 * whom the form selects ("missing" when the form's selection is not valid).
 */
export const noticeForms = ({ draw, ...place }: Sheets) =>
	pageWithForms({
		...place,
		isPaper: true,
		query: SheetQuery,
		page: async ({ query, ...ask }, { sent }) => {
			const { until, ...whom } = query;
			if (!sent) return draw(ask, { whom, until }, sent);
			const again = whomOf(sent);
			return again ? draw(ask, { whom: again, until: untilOf(sent) }, sent) : "missing";
		},
	});

const SheetForm = { query: WhomText, until: dayField({ missing: "請填寫繳費期限。" }) };
const untilOf = ({ values }: FormState): string | undefined => [values.until ?? ""].flat()[0] || undefined;

const papers = noticeForms({
	path: dues.noticesPrint(),
	gate: "dues",
	draw: async (ask, { whom, until }, sent) =>
		noticePrintPage(await sheetsOf(ask, whom, sent ? undefined : until), sent),
});

const idsOf = (rows: readonly SheetRow[], today: string): NoticeFilter => ({ ids: rows.map(({ id }) => id), today });

/**
 * The route that records the notices as printed and answers with their sheets. The sheets are the answer to the POST
 * itself, so that they cannot be shown again without being recorded. With no or too many members, it answers with the
 * page before.
 */
const print = papers.form("sent", {
	holds: "labels",
	form: z.strictObject(SheetForm),
	run: async (ask, { input: { query: whom, until } }) => {
		const made = await sheetsOf(ask, whom, until);
		if (made.rows.length === 0 || made.rows.length > SHEETS_MAX) return noticePrintPage(made);
		const filter = idsOf(made.rows, made.notices.today);
		await noteNotices(ask.db, { filter, noted: notedOf(whom, made.rows), channel: "print", by: ask.by });
		return noticeSheetsPage(made);
	},
});
const notedOf = (whom: Whom, rows: readonly SheetRow[]) => ({ ...noted(whom), members: String(rows.length) });

const codes = noticeForms({
	path: dues.noticesCodes(),
	gate: "dues_codes",
	fresh: true,
	draw: async (ask, { whom, until }, sent) => noticeCodesPage(await sheetsOf(ask, whom, until), sent ?? freshForm()),
});

const printCodes = codes.form("sent", {
	holds: "sealed",
	fresh: true,
	form: z.strictObject({ ...SheetForm, logins: z.literal("1").optional() }),
	run: async (ask, { input: { query: whom, until, logins }, key }) => {
		const { env, db, by } = ask;
		let made = await sheetsOf(ask, whom, until);
		if (made.rows.length === 0 || made.rows.length > SHEETS_MAX) return noticeCodesPage(made, freshForm());
		if (logins) {
			const members = made.rows.flatMap(({ id, version, own_phone }) =>
				own_phone === null ? [] : [{ id, version, own_phone }],
			);
			if ((await makeLogins(env, db, { members, by })) > 0) made = await sheetsOf(ask, whom, until);
		}
		const users = loginsOf(made.rows, made.who).waiting.flatMap(({ login_id: id, login_version: version }) =>
			id === null || version === null ? [] : [{ id, version }],
		);
		const filter = idsOf(made.rows, made.notices.today);
		const codes = await printWithCodes(env, db, { filter, noted: notedOf(whom, made.rows), users, key, by });
		return noticeSheetsPage({ ...made, notices: { ...made.notices, codes } });
	},
});

const texts = noticeForms({
	path: dues.noticesText(),
	gate: "dues",
	draw: async (ask, { whom }, sent) => {
		const read = await readSheets(ask, filterOf(whom, ask.at), { until: undefined, most: TEXTS_MAX });
		return noticeTextPage({ whom, ...read }, sent ?? freshForm());
	},
});

/** Records that notices were sent by LINE (記下已用 LINE 通知). */
const noteText = texts.form("sent", {
	form: z.strictObject({ query: WhomText, ids: z.string().regex(/^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,49}$/) }),
	run: async ({ db, by, at }, { input: { query: whom, ids } }) => {
		const members = ids.split(".").map(Number);
		const filter = { ids: members, today: dateInTaipei(at) };
		await noteNotices(db, { filter, noted: { members: String(members.length) }, channel: "line", by });
		return {
			to: hrefOf(dues.noticesText(), whom),
			flash: `已記下 ${figure(members.length)} 位用 LINE 通知；同一天只記一次。`,
		};
	},
});

export const NOTICE_SHEET_ROUTES: readonly Route[] = [papers.show, print, codes.show, printCodes, texts.show, noteText];
