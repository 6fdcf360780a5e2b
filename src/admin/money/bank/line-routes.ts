import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { bankAccounts } from "#db/money/bank-accounts.ts";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankLine, standingLine } from "#db/money/bank-lines.ts";
import { owedByFamily } from "#db/money/bank-matching.ts";
import { memoRules, rulesIn } from "#db/money/bank-memo-rules.ts";
import { movementsNear } from "#db/money/bank-parts.ts";
import { payerRow, payersFound } from "#db/money/bank-payers.ts";
import { readRows } from "#db/read.ts";
import { matchLine } from "#domain/money/bank/actions.ts";
import {
	IgnoreForm,
	LineQuery,
	MatchForm,
	PartsForm,
	TransferForm,
	UntieForm,
	VersionForm,
} from "#domain/money/bank/form.ts";
import {
	explainLine,
	ignoreLine,
	postFee,
	postTransfer,
	setLineApart,
	suspendLine,
	unignoreLine,
	unpostLine,
	unsuspendLine,
	untieLine,
} from "#domain/money/bank/line-actions.ts";
import { matchesOf, mayMatch } from "#domain/money/bank/matches.ts";
import { rulesFor } from "#domain/money/bank/memo-actions.ts";
import { searchWords } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms, type Refused as RefusedForms } from "#kits/form/form.ts";
import { undoBy } from "#kits/steps/undo.ts";
import type { Page } from "#ui/page.ts";
import { reviewer, tell } from "./asks.ts";
import { backTo, conditionsOf, listIn, rowHref } from "./desk.ts";
import { offeredPayers, payerHref } from "./line-manual-cards.ts";
import { linePage } from "./line-page.ts";
import { LINE_FORMS, type Refused } from "./line-shown.ts";
import { lineListPage } from "./lines-list-page.ts";
import { readList } from "./lines-read.ts";

const { bank } = paths.admin;
const gate = "bank";

type AskLine = Ask<{ id: number }, LineQuery>;

async function showPage(ask: AskLine, refused: RefusedForms<Refused["form"]>) {
	const { env, who, query, params } = ask;
	const list = listIn(query.list);
	if (list && wantsJson(ask.c) && !refusedIn(refused)) return payersInRow(ask, list);
	if (list) return listAgain(ask, list, refusedIn(refused));
	const [open, booked, waiting, hints, owed, [line], found, [payer], family, movements, accounts, learned] =
		await readRows(
			env.DB,
			...matchingSelects(),
			bankLine(params.id),
			payersFound(searchWords(query.q)),
			payerRow(query.member ?? 0),
			owedByFamily(query.member ?? 0),
			movementsNear(params.id),
			bankAccounts(),
			memoRules(),
		);
	if (!line) return "missing" as const;
	if (wantsJson(ask.c) && !refusedIn(refused))
		return offeredPayers({ q: query.q, found }, (member) => payerHref(line.id, member));
	const rules = await rulesFor([line], rulesIn(learned));
	const as = reviewer(ask);
	return linePage(
		{
			line,
			movements,
			rule: rules.get(line.id),
			accounts: accounts.filter(({ id, is_active }) => is_active === 1 && id !== line.bank_account_id),
			match: matchesOf({ lines: open, booked, waiting, hints, owed }).get(line.id),
			known: { booked, waiting, owed, seesBooks: allows("ledger", who) },
			may: (candidate) => mayMatch(as, candidate, { waiting, owed }),
			mayMatch: allows("bank_match", who),
			mayRecord: allows("income_manage", who),
			mayReverse: allows("payments_reverse", who),
			search: { q: query.q, found },
			payer: payer && { ...payer, owed: family },
			key: crypto.randomUUID(),
			to: (path) => path,
		},
		refusedIn(refused),
	);
}

/** Draws the list from which a form of a line was sent, open at that line, with what was refused. */
async function listAgain(ask: AskLine, { query, asked }: List, refused: Refused | undefined): Promise<Page> {
	const list = await readList(ask, { query: { ...query, at: ask.params.id, member: ask.query.member }, asked });
	const problem = refused && (refused.state.problem ?? Object.values(refused.state.errors).flat().join(" "));
	return lineListPage({ ...list, open: list.open && { ...list.open, refused }, problem });
}
/** Finds the payers for a row of the list, which then opens with the chosen one. */
async function payersInRow({ env, query: { q }, params }: AskLine, { asked }: List) {
	const [found] = await readRows(env.DB, payersFound(searchWords(q)));
	return offeredPayers({ q, found }, (member) =>
		rowHref({ path: bank.lines(), query: conditionsOf(asked) }, params.id, { member }),
	);
}

type List = NonNullable<ReturnType<typeof listIn>>;

function refusedIn(refused: RefusedForms<Refused["form"]>): Refused | undefined {
	const form = LINE_FORMS.find((one) => refused[one] !== undefined);
	const state = form && refused[form];
	return state && { form, state };
}

const page = pageWithForms({
	path: bank.line(":id"),
	gate,
	params: IdParams,
	query: LineQuery,
	page: showPage,
});

const refOf = ({ params }: AskLine, version: number) => ({ id: params.id, version });

const match = page.form("m", {
	path: bank.match(":id"),
	gate: "bank_match",
	form: MatchForm,
	many: ["items", "parts", "amounts"],
	run: async (ask, { input, key }) => {
		const { env, db, by, params } = ask;
		const [[line]] = await readRows(env.DB, bankLine(params.id));
		if (!line) return "missing";
		await matchLine(db, { line, form: input, reviewer: reviewer(ask), key, by });
		tell(ask);
		return settled(ask, input.booked ? bookedFlash(input.fee) : "已核對，收據已開立。");
	},
});

/**
 * Leads from a line that is done to the list of those that are left, at the next one where the form was sent from the
 * list, with a link back to it.
 */
const settled = ({ params, query }: AskLine, flash: string) => ({
	to: backTo(query.list) ?? bank.lines(),
	flash,
	link: { href: bank.line(params.id), label: "看這筆明細" },
});

/** Leads back to a line that is not done: to its row where the form was sent from the list, else to its page. */
const stays = ({ params, query }: AskLine, flash: string) => ({
	to: backTo(query.list, params.id) ?? bank.line(params.id),
	flash,
});

const bookedFlash = (fee = 0): string =>
	fee > 0 ? "已對上帳上的這一筆，手續費也入帳了。" : "已對上帳上的這一筆，沒有再入帳。";

const explain = page.form("p", {
	path: bank.parts(":id"),
	gate: "bank_match",
	form: PartsForm,
	many: ["parts", "amounts"],
	run: async (ask, { input: { version, parts, amounts, with_fee } }) => {
		const given = parts.map((one, at) => (amounts?.length ? { ...one, amount: amounts[at] ?? 0 } : one));
		const records = given.filter((one) => !("amount" in one) || one.amount > 0);
		if (records.length === 0) throw new Refusal("bank.nothing_chosen");
		await explainLine(ask.db, { ref: refOf(ask, version), records, withFee: with_fee, by: ask.by });
		const flash = `已對上 ${records.length} 筆${with_fee ? "，手續費也入帳了" : ""}。`;
		const [[line]] = await readRows(ask.env.DB, standingLine(ask.params.id));
		return line?.status === "matched" && ask.query.list ? settled(ask, flash) : stays(ask, flash);
	},
});

const transfer = page.form("s", {
	path: bank.transfer(":id"),
	form: TransferForm,
	run: async (ask, { input: { version, account } }) => {
		await postTransfer(ask.db, { ref: refOf(ask, version), account, by: ask.by });
		return settled(ask, "已記為帳戶間轉帳，傳票已過帳。");
	},
});

const untie = page.form("t", {
	path: bank.tieEnd(":id"),
	gate: "bank_match",
	form: UntieForm,
	run: async (ask, { input: { version, part } }) => {
		await untieLine(ask.db, { ref: refOf(ask, version), part, by: ask.by });
		return { to: bank.line(ask.params.id), flash: "已解除配對，明細回到待對帳。" };
	},
});

/** Reverses the line's own voucher, of suspense money, a fee or a transfer. */
const unpost = page.form("s", {
	path: bank.suspenseEnd(":id"),
	form: VersionForm,
	run: async (ask, { input }) => {
		const of = { ref: refOf(ask, input.version), by: ask.by };
		const [[line]] = await readRows(ask.env.DB, standingLine(ask.params.id));
		if (line?.is_suspense === 0) {
			await unpostLine(ask.db, of);
			return stays(ask, "已沖銷傳票，明細回到待對帳。");
		}
		await unsuspendLine(ask.db, of);
		return stays(ask, (line?.amount ?? 0) > 0 ? "已取消暫收款。" : "已取消暫付款。");
	},
});

const ignore = page.form("i", {
	path: bank.ignore(":id"),
	form: IgnoreForm,
	isReversible: true,
	run: async (ask, { input: { version, reason } }) => {
		await ignoreLine(ask.db, { ref: refOf(ask, version), reason, by: ask.by });
		const { list } = ask.query;
		const action = `${bank.ignoreEnd(ask.params.id)}${list ? `?${new URLSearchParams({ list })}` : ""}`;
		return { ...settled(ask, "這筆明細不再處理。"), ...undoBy(action, { version: version + 1 }) };
	},
});

type Act = (db: Ask["db"], of: { ref: { id: number; version: number }; by: Ask["by"] }) => Promise<void>;
type Own = {
	run: Act;
	flash: string;
	form: Refused["form"];
	gate?: "bank_match";
	/** True for what leaves nothing to do with the line for now. */
	isSettled?: true;
};
/** Builds the route of a button of a bank line whose form sends only the line's version. */
const step = (path: string, own: Own): Route =>
	page.form(own.form, {
		path,
		gate: own.gate ?? gate,
		form: VersionForm,
		run: async (ask, { input }) => {
			await own.run(ask.db, { ref: refOf(ask, input.version), by: ask.by });
			return own.isSettled ? settled(ask, own.flash) : stays(ask, own.flash);
		},
	});

export const BANK_LINE_ROUTES: readonly Route[] = [
	page.show,
	match,
	explain,
	transfer,
	untie,
	unpost,
	ignore,
	step(bank.ignoreEnd(":id"), { run: unignoreLine, flash: "已改回待對帳。", form: "i" }),
	step(bank.apart(":id"), {
		run: setLineApart,
		flash: "已記下：這筆明細是另一筆款項。",
		form: "t",
		gate: "bank_match",
	}),
	step(bank.fee(":id"), { run: postFee, flash: "已記為手續費，傳票已過帳。", form: "s", isSettled: true }),
	step(bank.suspense(":id"), { run: suspendLine, flash: "已轉為暫收款或暫付款。", form: "s", isSettled: true }),
];
