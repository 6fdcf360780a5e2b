import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { depositAccounts, depositItems, depositRow, linesForDeposit, undepositedCash } from "#db/money/deposits.ts";
import { readRows } from "#db/read.ts";
import { createDeposit, nameDepositLine, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { DepositForm, DepositLineForm, DepositReversalForm } from "#domain/money/deposits/form.ts";
import { type DEPOSIT_STEPS, DEPOSITS, depositState } from "#domain/money/deposits/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
import type { FormState } from "#ui/form-state.ts";
import { depositFormPage, freshDeposit } from "./form-page.ts";
import { depositList } from "./list.ts";
import { depositReversalPage } from "./reversal-page.ts";
import { depositPage } from "./show-page.ts";
import { depositName } from "./words.ts";

const { deposits } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

/** What lies here, and where it may be taken. */
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

/** What the POST of each step has. */
const pressed = <S extends keyof typeof DEPOSIT_STEPS>(step: S, path: string) =>
	({
		step: DEPOSITS.steps[step],
		path,
		gate: "deposits_manage",
		params: IdParams,
		to: ({ params }: AskOne) => deposits.show(params.id),
	}) as const;

const nameLine = taking({
	...pressed("name_line", deposits.line(":id")),
	form: DepositLineForm,
	take: async ({ db, by, params: { id } }: AskOne, { input: { version, line } }) => {
		await nameDepositLine(db, { ref: { id, version }, line, by });
		return {};
	},
	page: shown,
});

/** One that is reversed by now shows itself, with who did it. */
const reverse = askingStep({
	...pressed("reverse", deposits.reversal(":id")),
	fresh: true,
	about: async ({ env, params }: AskOne) => (await readRows(env.DB, depositRow(params.id)))[0][0],
	isOpen: (deposit) => DEPOSITS.can("reverse", depositState(deposit)),
	draw: depositReversalPage,
	moved: (_, state, ask) => shown(ask, state),
	form: DepositReversalForm,
	take: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await reverseDeposit(db, { ref: { id, version }, reason, by });
		return { flash: `已沖銷${depositName(id)}，現金可以再存一次。` };
	},
});

/** 存款單: cash that is taken to the bank. "new" is no id. */
export const DEPOSIT_ROUTES: readonly Route[] = [...depositList.routes, askNew, create, show, nameLine, ...reverse];
