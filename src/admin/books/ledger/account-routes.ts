import { accountIn } from "#admin/books/account-field.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { accountDetail, accountOf, accountRows, postingAccounts } from "#db/books/accounts.ts";
import { statementItems } from "#db/books/layouts.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { createAccount, editAccount, mapAccounts, removeAccount } from "#domain/books/accounts/actions.ts";
import { AccountEdit, AccountRemoval, MappingForm, NewAccount } from "#domain/books/accounts/form.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { book } from "#kits/list/book.ts";
import { freshForm } from "#ui/form-state.ts";
import { accountForm, editAccountPage, newAccountPage, removeAccountPage } from "./account-form-page.ts";
import { accountsPage, CHART } from "./accounts-page.ts";
import { mappingPage, mayServe } from "./mapping-page.ts";

const { ledger } = paths.admin;
const gate = "ledger_post";
type AskOne = Ask<{ id: number }>;
const found = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, accountDetail(params.id)))[0][0] ?? ("missing" as const);

const chart = book({
	path: ledger.accounts(),
	gate: "ledger",
	conditions: CHART,
	read: async ({ env }) => (await readRows(env.DB, chartOfAccounts()))[0],
	page: (accounts, { query, who }) => accountsPage(accounts, query, allows(gate, who)),
});

const create = formPage({
	path: ledger.accountCreate(),
	gate,
	form: NewAccount,
	about: async ({ env }) => (await readRows(env.DB, statementItems()))[0],
	page: (items, state) => newAccountPage(items, state, crypto.randomUUID()),
	run: async ({ db, by }, { input, key }) => {
		await createAccount(db, input, { key, by });
		return { to: ledger.accounts(), flash: `已新增科目 ${input.code} ${input.name}。` };
	},
});

const edit = formPage({
	path: ledger.account(":id"),
	gate,
	params: IdParams,
	form: AccountEdit,
	about: async ({ env, params, who }) => {
		const [[row], items] = await readRows(env.DB, accountDetail(params.id), statementItems());
		return row ? { row, items, who } : "missing";
	},
	filled: ({ row }) => accountForm(row),
	page: editAccountPage,
	run: async ({ db, by, params }, { input }) => {
		await editAccount(db, params.id, { input, by });
		return { to: ledger.accounts(), flash: `已儲存科目 ${input.code} ${input.name}。` };
	},
});

const removal = formPage({
	path: ledger.accountRemoval(":id"),
	gate,
	params: IdParams,
	form: AccountRemoval,
	about: found,
	page: removeAccountPage,
	run: async (ask, { input: { version } }) => {
		const row = await found(ask);
		if (row === "missing") return row;
		await removeAccount(ask.db, { id: row.id, code: row.code, version, by: ask.by });
		return { to: ledger.accounts(), flash: `已刪除科目 ${row.code} ${row.name}。` };
	},
});

async function shownMapping({ env, who }: Ask, { sent }: Refused) {
	const [rows, accounts] = await readRows(env.DB, postingAccounts(), accountRows());
	return mappingPage({ rows, accounts: accounts.map(accountOf), mayPost: allows(gate, who) }, sent ?? freshForm());
}

const mapping = pageWithForms({ path: ledger.mapping(), gate: "ledger", page: shownMapping });

const updateMapping = mapping.form("sent", {
	gate,
	form: MappingForm,
	many: ["purpose", "seen", "account"],
	run: async ({ db, env, by }, { input: { purpose, seen, account } }) => {
		const [rows, all] = await readRows(env.DB, postingAccounts(), accountRows());
		const chart = all.map(accountOf);
		const wanted = purpose.map((one, at) => {
			const [text, version] = [account[at], seen[at]];
			const row = rows.find((row) => row.purpose === one);
			if (text === undefined || version === undefined || !row) throw new Refusal("ledger.mapping_stale");
			const { id } = accountIn(text, { offered: mayServe(row, rows, chart), chart }, `account-${one}`);
			return { purpose: one, accountId: id, version: Number(version) };
		});
		const changed = await mapAccounts(db, wanted, by);
		return { to: ledger.mapping(), flash: changed === 0 ? "沒有變更。" : `已變更 ${changed} 項自動過帳的科目。` };
	},
});

/** The routes of the chart of accounts. The address "new" comes first, because ":id" would match it too. */
export const ACCOUNT_ROUTES: readonly Route[] = [...chart, ...create, ...edit, ...removal, mapping.show, updateMapping];
