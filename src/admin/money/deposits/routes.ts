import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { depositAccounts, depositItems, depositRow, linesForDeposit, undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { createDeposit, nameDepositLine, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { DepositForm, DepositLineForm, DepositReversalForm } from "#domain/money/deposits/form.ts";
import { type DEPOSIT_STEPS, DEPOSITS, depositState } from "#domain/money/deposits/rules.ts";
import { signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
import { depositFormPage, freshDeposit } from "./form-page.ts";
import { depositList } from "./list.ts";
import { depositReversalPage } from "./reversal-page.ts";
import { depositPage } from "./show-page.ts";
import { depositName } from "./words.ts";

const { deposits } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

const creation = formPage({
	path: deposits.create(),
	gate: "deposits_manage",
	/** Reads the cash that is on hand, and the accounts to which it may be taken. */
	about: async ({ env, at }) => {
		const [cash, accounts] = await readRows(env.DB, undepositedCash(), depositAccounts());
		return { cash, accounts, today: dateInTaipei(at), key: crypto.randomUUID() };
	},
	filled: freshDeposit,
	page: depositFormPage,
	form: DepositForm,
	many: ["items"],
	run: async ({ db, by }, { input, key }) => {
		const id = await createDeposit(db, { input, key, by });
		return { to: deposits.show(id), flash: `已開立${depositName(id)}，並轉入銀行存款。` };
	},
});

async function shown({ env, who, at, params, surroundings }: AskOne, { sent }: Refused) {
	const { id } = params;
	const [[deposit], items, lines] = await readRows(env.DB, depositRow(id), depositItems(id), linesForDeposit(id));
	if (!deposit) return "missing" as const;
	return depositPage(
		{
			deposit,
			items,
			lines,
			signers: signersOn(surroundings.titles, "經手人"),
			at,
			mayManage: allows("deposits_manage", who),
			mayLedger: allows("ledger", who),
			mayPayments: allows("payments", who),
			mayIncome: allows("income", who),
		},
		sent,
	);
}

const deposit = pageWithForms({ path: deposits.show(":id"), gate: "deposits", params: IdParams, page: shown });

/**
 * Returns what the routes of all steps of a deposit share: the step, its path, the permission, and the page to return
 * to.
 */
const pressed = (step: keyof typeof DEPOSIT_STEPS, path: string) =>
	({
		step: DEPOSITS.steps[step],
		path,
		gate: "deposits_manage",
		to: ({ params }: AskOne) => deposits.show(params.id),
	}) as const;

const nameLine = taking(deposit, "sent", {
	...pressed("name_line", deposits.line(":id")),
	form: DepositLineForm,
	take: async ({ db, by, params: { id } }, { input: { version, line } }) => {
		await nameDepositLine(db, { ref: { id, version }, line, by });
		return {};
	},
});

/**
 * The routes of reversing a deposit. When it is reversed already, its own page is shown instead, which says by whom.
 */
const reversal = askingStep({
	...pressed("reverse", deposits.reversal(":id")),
	params: IdParams,
	fresh: true,
	about: async ({ env, params }) => (await readRows(env.DB, depositRow(params.id)))[0][0],
	isOpen: (deposit) => DEPOSITS.can("reverse", depositState(deposit)),
	page: depositReversalPage,
	moved: (_, sent, ask) => shown(ask, { sent }),
	form: DepositReversalForm,
	take: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await reverseDeposit(db, { ref: { id, version }, reason, by });
		return { flash: `已沖銷${depositName(id)}，現金可以再存一次。` };
	},
});

/** The routes of 存款單 (cash taken to the bank). Fixed addresses come first, because ":id" would match "new" too. */
export const DEPOSIT_ROUTES: readonly Route[] = [
	...depositList.routes,
	...creation,
	deposit.show,
	nameLine,
	...reversal,
];
