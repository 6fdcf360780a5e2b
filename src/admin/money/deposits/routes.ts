import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { depositAccounts, depositItems, depositRow, linesForDeposit, undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { createDeposit, nameDepositLine, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { DepositForm, DepositLineForm, DepositReversalForm } from "#domain/money/deposits/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { depositFormPage, freshDeposit } from "./form-page.ts";
import { depositList } from "./list.ts";
import { depositReversalPage } from "./reversal-page.ts";
import { depositPage } from "./show-page.ts";
import { depositName } from "./words.ts";

const { deposits } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

/** Reads the cash not yet deposited and the accounts to which it can be taken. */
async function formParts({ env, at }: Pick<Ask, "env" | "at">) {
	const [cash, accounts] = await readRows(env.DB, undepositedCash(), depositAccounts());
	return { cash, accounts, today: dateInTaipei(at), key: crypto.randomUUID() };
}

const askNew = view({
	path: deposits.create(),
	gate: "deposits_manage",
	show: async (ask) => {
		const parts = await formParts(ask);
		return depositFormPage(parts, freshDeposit(parts));
	},
});

const create = action({
	path: deposits.create(),
	gate: "deposits_manage",
	form: DepositForm,
	many: ["items"],
	run: async ({ db, by }, { input, key }) => {
		const id = await createDeposit(db, { input, key, by });
		return { to: deposits.show(id), flash: `已開立${depositName(id)}，並轉入銀行存款。` };
	},
	page: async (ask, state) => depositFormPage(await formParts(ask), state),
});

async function shown({ env, who, at, params }: AskOne, refused?: FormState) {
	const { id } = params;
	const [[deposit], items, lines] = await readRows(env.DB, depositRow(id), depositItems(id), linesForDeposit(id));
	if (!deposit) return "missing" as const;
	return depositPage(
		{
			deposit,
			items,
			lines,
			at,
			mayManage: allows("deposits_manage", who),
			mayLedger: allows("ledger", who),
			mayPayments: allows("payments", who),
			mayIncome: allows("income", who),
		},
		refused,
	);
}

const show = view({ path: deposits.show(":id"), gate: "deposits", params: IdParams, show: (ask) => shown(ask) });

const nameLine = action({
	path: deposits.line(":id"),
	gate: "deposits_manage",
	params: IdParams,
	form: DepositLineForm,
	run: async ({ db, by, params: { id } }, { input: { version, line } }) => {
		await nameDepositLine(db, { ref: { id, version }, line, by });
		return { to: deposits.show(id), flash: "已對到這筆銀行明細。" };
	},
	page: shown,
});

/**
 * Returns the page of a reversal; for a deposit that was reversed already, the deposit's own page, which says who did
 * it.
 */
async function reversalOf(ask: AskOne, state?: FormState) {
	const [[deposit]] = await readRows(ask.env.DB, depositRow(ask.params.id));
	if (!deposit) return "missing" as const;
	if (deposit.reversed_at !== null) return state ? shown(ask, state) : { to: deposits.show(deposit.id) };
	return depositReversalPage(deposit, state ?? freshForm());
}

const askReversal = view({
	path: deposits.reversal(":id"),
	gate: "deposits_manage",
	params: IdParams,
	fresh: true,
	show: (ask) => reversalOf(ask),
});

const reverse = action({
	path: deposits.reversal(":id"),
	gate: "deposits_manage",
	params: IdParams,
	fresh: true,
	form: DepositReversalForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await reverseDeposit(db, { ref: { id, version }, reason, by });
		return { to: deposits.show(id), flash: `已沖銷${depositName(id)}，現金可以再存一次。` };
	},
	page: async (ask, state) => {
		const page = await reversalOf(ask, state);
		return page === "missing" || "body" in page ? page : "missing";
	},
});

/** The routes of 存款單 (cash taken to the bank). Fixed addresses come first, because ":id" would match "new" too. */
export const DEPOSIT_ROUTES: readonly Route[] = [
	...depositList.routes,
	askNew,
	create,
	show,
	nameLine,
	askReversal,
	reverse,
];
