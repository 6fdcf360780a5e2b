import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { accountOf, accountRows, parentAccounts, postingAccounts } from "#db/books/accounts.ts";
import { openingLinesNow, openingStanding } from "#db/books/voucher-writes.ts";
import { readRows } from "#db/read.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { openBooks } from "#domain/books/vouchers/actions.ts";
import { readVoucherDay } from "#domain/books/vouchers/form.ts";
import { OpeningForm, openingLines, openingRows } from "#domain/books/vouchers/opening.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Opening, openedWords, openingPage } from "./opening-page.ts";

const { ledger } = paths.admin;
const many = ["account", "debit", "credit"];

async function partsOf({ env, who }: Pick<Ask, "env" | "who">): Promise<Omit<Opening, "problems">> {
	const [chart, posting, parents, [now], lines] = await readRows(
		env.DB,
		accountRows(),
		postingAccounts(),
		parentAccounts(),
		openingStanding(),
		openingLinesNow(),
	);
	const { code, name } = posting.find(({ purpose }) => purpose === "accumulated") ?? { code: "3210", name: "累計餘絀" };
	// 本期餘絀 has a balance only while a year is being closed.
	const surplus = posting.find(({ purpose }) => purpose === "surplus")?.code;
	const words = (amount: number): string => (amount === 0 ? "" : amount.toLocaleString("en-US"));
	// Cash is opened on its sub-accounts. A balance opened earlier on the account above is shown, to be moved.
	const isOpened = (one: string): boolean =>
		!isCash(one) || !parents.some((parent) => parent.code === one) || lines.some((line) => line.code === one);
	return {
		accounts: chart
			.map(accountOf)
			.filter((one) => one.isActive && one.code !== code && one.code !== surplus && isOpened(one.code)),
		accumulated: { code, name },
		rows: new Map(lines.map((line) => [line.code, { ...line, debit: words(line.debit), credit: words(line.credit) }])),
		now,
		mayPost: allows(now ? "ledger_correct" : "ledger_post", who),
	};
}

const opening = pageWithForms({
	path: ledger.opening(),
	gate: "ledger",
	page: async (ask, { sent }) => {
		const parts = await partsOf(ask);
		if (sent) return openingPage({ ...parts, rows: rowsIn(sent), problems: new Map() }, sent);
		const date = parts.now?.date ?? `${dateInTaipei(ask.at).slice(0, 4)}-01-01`;
		return openingPage({ ...parts, problems: new Map() }, freshForm({ date }));
	},
});

/** Returns the rows of the form as they were typed, by account code. */
function rowsIn({ values }: FormState) {
	const cells = (name: string): string[] => [values[name] ?? []].flat();
	const typed = openingRows({ account: cells("account"), debit: cells("debit"), credit: cells("credit") });
	return new Map(typed.map((row) => [row.code, row]));
}

const open = opening.form("sent", {
	gate: "ledger_correct",
	fresh: true,
	form: OpeningForm,
	many,
	run: async (ask, { input, values }) => {
		const typed = openingRows(input);
		const { lines, difference, problems } = openingLines(typed);
		const read = readVoucherDay(input.date);
		const errors: FormState["errors"] = {
			...("problem" in read ? { date: [read.problem] } : {}),
			...(lines.length === 0 && problems.size === 0 ? { "": ["請至少填寫一個科目的餘額。"] } : {}),
		};
		if (problems.size > 0 || !("day" in read) || Object.keys(errors).length > 0) {
			const told = new Map([...problems].map(([at, words]) => [typed[at]?.code ?? "", words]));
			const rows = new Map(typed.map((row) => [row.code, row]));
			return openingPage({ ...(await partsOf(ask)), rows, problems: told }, { values, errors });
		}
		const { db, by } = ask;
		const isSecond = !allows("ledger_post", ask.who);
		const id = await openBooks(db, { date: read.day, lines, seen: input.seen, isSecond, by });
		return { to: ledger.voucher(id), flash: openedWords(difference) };
	},
});

/** The routes of the opening of the books (開帳). */
export const OPENING_ROUTES: readonly Route[] = [opening.show, open];
