import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { type BankAccountRow, bankAccount, holderOf } from "#db/money/bank-accounts.ts";
import { readRows } from "#db/read.ts";
import { createAccount, editAccount } from "#domain/money/bank/actions.ts";
import { AccountEdit, NewAccount } from "#domain/money/bank/form.ts";
import { NEW_KINDS, storedKind } from "#domain/money/bank/rules.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { typed } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { accountForm, editAccountPage, freshAccount, newAccountPage } from "./accounts-form-page.ts";
import { accountList } from "./accounts-list.ts";

const { bank } = paths.admin;
const gate = "bank";
const NewKind = z.enum(NEW_KINDS);
type AskOne = Ask<{ id: number }>;
const found = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, bankAccount(params.id)))[0][0] ?? ("missing" as const);

/**
 * Returns the form's state; when it was refused because another account has the number, the error names that account.
 */
async function withHolder({ db }: Pick<Ask, "db">, state: FormState, edited?: BankAccountRow): Promise<FormState> {
	if (state.errors.number?.[0] !== refusalWords(new Refusal("bank.number_taken"))) return state;
	const chosen = NewKind.safeParse(typed(state, "kind"));
	const [kind, bank_name, number] = [
		edited?.kind ?? (chosen.success ? storedKind(chosen.data) : ""),
		typed(state, "bank_name"),
		typed(state, "number"),
	];
	const name = await holderOf(db, { id: edited?.id, kind, bank_name, number });
	return name ? { ...state, errors: { number: [`這個帳號已經是「${name}」的，請確認有沒有重複新增。`] } } : state;
}

const create = formPage({
	path: bank.accountCreate(),
	gate,
	form: NewAccount,
	filled: freshAccount,
	page: async (_, state, ask) => newAccountPage(await withHolder(ask, state), crypto.randomUUID()),
	run: async ({ db, by }, { input, key }) => {
		await createAccount(db, input, { key, by });
		return { to: bank.accounts(), flash: `已新增帳戶「${input.name}」。` };
	},
});

const edit = formPage({
	path: bank.account(":id"),
	gate,
	params: IdParams,
	form: AccountEdit,
	about: found,
	filled: accountForm,
	page: async (row, state, ask) => editAccountPage(row, await withHolder(ask, state, row), dateInTaipei(ask.at)),
	run: async ({ db, by, params }, { input }) => {
		await editAccount(db, params.id, { input, by });
		return { to: bank.accounts(), flash: `已儲存帳戶「${input.name}」。` };
	},
});

export const BANK_ACCOUNT_ROUTES: readonly Route[] = [...accountList.routes, ...create, ...edit];
