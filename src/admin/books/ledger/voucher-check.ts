import * as z from "zod";
import type { Ask } from "#auth/route.ts";
import { accountOf, accountRows, heldParents, parentAccounts, tiedAccounts } from "#db/books/accounts.ts";
import { type BudgetLeft, budgetsLeft } from "#db/books/budgets.ts";
import { membersByNumber, projectChoices, type VoucherPageRow, voucherForPage } from "#db/books/voucher-drafts.ts";
import { templates } from "#db/books/voucher-templates.ts";
import { openingStanding } from "#db/books/voucher-writes.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { accountWords, chooseAccount, isPostable } from "#domain/books/accounts/chart.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import type { Entry } from "#domain/books/ledger/postings.ts";
import { rowsOfTemplate } from "#domain/books/voucher-templates/form.ts";
import type { VoucherInput } from "#domain/books/vouchers/actions.ts";
import { dayProblem } from "#domain/books/vouchers/days.ts";
import { readVoucherDay, rowsOf, type VoucherForm } from "#domain/books/vouchers/form.ts";
import { leavesFund, readResolution } from "#domain/books/vouchers/fund.ts";
import {
	isEmpty,
	type Known,
	MOST_LINES,
	memberNoOf,
	NO_LINE,
	parentsIn,
	parentWords,
	readLine,
	type TypedLine,
	unevenWords,
} from "#domain/books/vouchers/lines.ts";
import { tiedIn } from "#domain/books/vouchers/tied.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { EditorRow } from "./voucher-editor.ts";
import type { VoucherFormPage } from "./voucher-form-page.ts";
import { voucherLines } from "./voucher-words.ts";

const ROWS_SHOWN = 4;
type Env = Pick<Ask, "env">;

/** Returns the year whose budgets are shown: that of the typed day, otherwise the present year in Taipei. */
const yearOf = (day: string | undefined, at: number): number => Number((day ?? dateInTaipei(at)).slice(0, 4));

type Asked = { rows?: readonly TypedLine[]; year: number; voucherId?: number | undefined };

/**
 * Reads all data of a voucher's form: the choices, the members and projects that `rows` name, and the stored voucher if
 * there is one. In one round trip, or two when the budgets of the stored voucher's year are another year's.
 */
async function formParts({ env }: Env, { rows = [], year, voucherId = 0 }: Asked) {
	const numbers = [...new Set(rows.map(({ member }) => memberNoOf(member)).filter((no) => no !== ""))];
	const chosen = rows.map(({ project }) => Number(project)).filter((id) => Number.isSafeInteger(id) && id > 0);
	const [accounts, members, projects, now, stored, settings, tied, parents, [opening], [voucher]] = await readRows(
		env.DB,
		accountRows(),
		membersByNumber(numbers),
		projectChoices(chosen, voucherId),
		budgetsLeft(year),
		templates(),
		selectSettings(keysOf("ledger")),
		tiedAccounts(),
		parentAccounts(),
		openingStanding(),
		voucherForPage(voucherId),
	);
	// In January a draft may be of the year before; only then is this read needed.
	const own = voucher && rows.length === 0 ? yearOf(voucher.date, 0) : year;
	const budgets = own === year ? now : (await readRows(env.DB, budgetsLeft(own)))[0];
	return {
		accounts: accounts.map(accountOf),
		tied,
		parents: new Map(parents.map(({ code, held }) => [code, held])),
		members,
		projects,
		budgets,
		templates: stored,
		limit: parseSettings("ledger", settings).second_person_above,
		opened: opening?.date,
		voucher,
	};
}
type Parts = Awaited<ReturnType<typeof formParts>>;

const knownOf = ({ accounts, members, projects, budgets }: Parts, year: number): Known => ({
	accounts,
	members: new Map(members.map(({ id, member_no }) => [member_no, id])),
	projects: new Set(projects.map(({ id }) => id)),
	budgets: new Map(budgets.map(({ id, account_id }: BudgetLeft) => [id, { accountId: account_id, year }])),
	year,
});

/**
 * Adds empty rows up to the number that the form shows: at least ROWS_SHOWN, two after the last filled row, `more` on
 * top, at most MOST_LINES.
 */
const padded = (rows: readonly EditorRow[], more = 0): EditorRow[] => {
	const last = rows.findLastIndex(({ typed }) => !isEmpty(typed));
	const shown = Math.min(MOST_LINES, Math.max(ROWS_SHOWN, last + 3, rows.length) + more);
	return [...rows, ...Array.from({ length: Math.max(0, shown - rows.length) }, () => ({ typed: NO_LINE }))];
};

type Shown = Omit<VoucherFormPage, "key" | "draft">;
const shownOf = (parts: Parts, rows: readonly EditorRow[], more = 0): Shown => ({
	rows: padded(rows, more),
	choices: { ...parts, accounts: parts.accounts.filter(({ code }) => !isCash(code) || parts.parents.get(code) !== 0) },
	templates: parts.templates,
	limit: parts.limit,
});

/**
 * Returns the two rows that move the balance of a cash account to its sub-account, with the voucher's description. With
 * several sub-accounts the user must name one. Undefined when the account has no such balance.
 */
export async function emptyingRows(
	{ env }: Env,
	id: number,
): Promise<{ rows: TypedLine[]; description: string } | undefined> {
	const [parents] = await readRows(env.DB, heldParents());
	const parent = parents.find((one) => one.id === id);
	if (!parent) return undefined;
	const below = z.array(z.string()).parse(JSON.parse(parent.below));
	const amount = Math.abs(parent.held).toLocaleString("en-US");
	const [to, from] = parent.held > 0 ? (["debit", "credit"] as const) : (["credit", "debit"] as const);
	const line = (account: string, side: "debit" | "credit") => ({
		...NO_LINE,
		account,
		memo: "餘額轉子目",
		[side]: amount,
	});
	return {
		rows: [line(below.length === 1 ? (below[0] ?? "") : "", to), line(accountWords(parent), from)],
		description: `${parent.code} ${parent.name}餘額轉入子目`,
	};
}

type Fresh = { rows?: readonly TypedLine[]; template?: number | undefined; voucherId?: number | undefined; at: number };

/**
 * Returns the data of a form that was not sent yet, with the stored voucher and a description. Its rows are those of
 * the chosen template, else the given rows, else those of the stored voucher.
 */
export async function freshVoucher(ask: Env, { rows = [], template, voucherId, at }: Fresh) {
	const parts = await formParts(ask, { rows, year: yearOf(undefined, at), voucherId });
	const { voucher } = parts;
	const chosen = parts.templates.find(({ id }) => id === template);
	const own = voucher && rows.length === 0 ? rowsOfVoucher(voucher) : rows;
	const shown = shownOf(parts, chosen ? rowsOfTemplate(chosen.lines, parts.accounts) : own.map((typed) => ({ typed })));
	return { shown, voucher, description: chosen?.description ?? voucher?.description ?? "" };
}

/** Returns the lines of a stored voucher as rows of the form, in text. */
const rowsOfVoucher = (voucher: Pick<VoucherPageRow, "lines">): TypedLine[] =>
	voucherLines(voucher).map((line) => ({
		account: accountWords(line),
		memo: line.memo,
		debit: line.debit === 0 ? "" : line.debit.toLocaleString("en-US"),
		credit: line.credit === 0 ? "" : line.credit.toLocaleString("en-US"),
		member: line.member_no ?? "",
		project: line.project_id === null ? "" : String(line.project_id),
		budget: line.budget_item_id === null ? "" : String(line.budget_item_id),
	}));

/** The form's rows, and the stored voucher that it changes. */
type Found = { shown: Shown; voucher: VoucherPageRow | undefined };
/** The errors that the form shows, and the description of a template that was filled in. */
export type Again = { errors: Record<string, string[]>; description?: string | undefined };
export type Checked = Found & ({ input: VoucherInput } | Again);

/** Returns the errors of fields by their words; undefined words are no error. */
const errorsOf = (words: Record<string, string | undefined>): Record<string, string[]> =>
	Object.fromEntries(Object.entries(words).flatMap(([name, one]) => (one === undefined ? [] : [[name, [one]]])));

/**
 * Checks a sent form: its day, its description and its rows; for the step "post" also what posting needs. With the step
 * "fill" or "more", it only adds the lines of a template or empty rows. Returns `input` only when the voucher can be
 * stored.
 */
export async function checkVoucher(
	ask: Env & Pick<Ask, "at">,
	sent: VoucherForm,
	voucherId?: number,
): Promise<Checked> {
	const read = readVoucherDay(sent.date);
	const day = "day" in read ? read.day : undefined;
	const year = yearOf(day, ask.at);
	const rows = rowsOf(sent);
	const parts = await formParts(ask, { rows, year, voucherId });
	const { voucher } = parts;
	if (sent.step === "fill") return { ...filled(parts, rows, Number(sent.template)), voucher, errors: {} };
	if (sent.step === "more")
		return {
			shown: shownOf(
				parts,
				rows.map((typed) => ({ typed })),
				4,
			),
			voucher,
			errors: {},
		};
	const known = knownOf(parts, year);
	const lines: Entry[] = [];
	const checked = rows.map((typed): EditorRow => {
		const made = readLine(typed, known);
		if (made && "line" in made) lines.push(made.line);
		return made && "problem" in made ? { typed, problem: made.problem, field: made.field } : { typed };
	});
	const isPosted = sent.step === "post";
	if (isPosted) markParents(checked, lines, parts);
	const shown = shownOf(parts, checked);
	const postedDay = isPosted && day ? dayProblem(day, { ...parts, at: ask.at }) : undefined;
	const refusedDay = "problem" in read ? read.problem : postedDay;
	const linesWords = lines.length === 0 ? "請至少填寫一行分錄。" : isPosted ? unevenWords(lines) : undefined;
	const { resolution, errors: unresolved } = readResolution(sent, { day, isNeeded: isPosted && leavesFund(lines) });
	const isWrong = checked.some(({ problem }) => problem !== undefined);
	const errors = {
		...unresolved,
		...errorsOf({
			date: refusedDay,
			description: sent.description === "" ? "請填寫摘要。" : undefined,
			lines: isWrong ? undefined : linesWords,
		}),
	};
	const tied = tiedIn(
		lines.map(({ account }) => ({ code: account })),
		parts.tied,
	);
	const isAsked = isPosted && !sent.tied_known && tied.length > 0;
	if (Object.keys(errors).length > 0 || !day || isWrong) return { shown, voucher, errors };
	if (isAsked) return { shown: { ...shown, tied }, voucher, errors: {} };
	const { description, turns_next_year: turnsNextYear } = sent;
	return { input: { date: day, description, turnsNextYear, resolution, lines }, shown, voucher };
}

/** Marks the rows whose account only sums its sub-accounts as wrong. */
function markParents(rows: EditorRow[], lines: readonly Entry[], { accounts, parents }: Parts): void {
	const refused = parentsIn(lines, parents);
	for (const row of rows) {
		const choice = chooseAccount(row.typed.account, accounts.filter(isPostable));
		if (row.problem !== undefined || "problem" in choice || !refused.has(choice.account.code)) continue;
		row.problem = parentWords(choice.account, { accounts, held: parents.get(choice.account.code) });
		row.field = "account";
	}
}

/**
 * Adds the lines of a template after the filled rows of the form; without such a template, a message asks to choose
 * one.
 */
function filled(parts: Parts, rows: readonly TypedLine[], id: number): { shown: Shown; description?: string } {
	const template = parts.templates.find((one) => one.id === id);
	if (!template)
		return {
			shown: {
				...shownOf(
					parts,
					rows.map((typed) => ({ typed })),
				),
				said: "請先選擇一個常用分錄。",
			},
		};
	const before = rows.filter((row) => !isEmpty(row)).map((typed) => ({ typed }));
	const all = [...before, ...rowsOfTemplate(template.lines, parts.accounts)].slice(0, MOST_LINES);
	const said = `已帶入「${template.name}」，請填寫金額後再儲存。`;
	return { shown: { ...shownOf(parts, all), said }, description: template.description };
}
