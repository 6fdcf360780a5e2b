import * as z from "zod";
import { readerOf } from "#admin/books/finance/asks.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { documentRow } from "#db/books/finance.ts";
import { accountsOf, exemptionsOf, payeeRow, paymentsTo, staffToLink } from "#db/books/payees.ts";
import { readRows } from "#db/read.ts";
import {
	addAccount,
	addExemption,
	createPayee,
	editPayee,
	endExemption,
	switchAccount,
} from "#domain/books/payees/actions.ts";
import {
	AccountForm,
	type AccountInput,
	ExemptionEnd,
	ExemptionForm,
	PayeeEdit,
	PayeeForm,
	SwitchForm,
} from "#domain/books/payees/form.ts";
import { createPayees } from "#domain/books/payees/list-actions.ts";
import { ManyPayees } from "#domain/books/payees/many.ts";
import { paths } from "#http/paths.ts";
import { bankName } from "#kernel/bank-codes.ts";
import { asked } from "#kernel/query.ts";
import { elsewhere, formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { undoBy } from "#kits/steps/undo.ts";
import { freshForm } from "#ui/form-state.ts";
import { filledPayee, payeeFormPage, payeeFromRequest } from "./form-page.ts";
import { FOUND_ROUTES } from "./found-routes.ts";
import { payeeList } from "./list.ts";
import { manyPayeesPage } from "./many-page.ts";
import { payeePage } from "./show-page.ts";
import type { PayeeForms } from "./shown.ts";

const { payees } = paths.admin;

/** Returns what is said after an account was stored: a code outside the list is accepted, because lists age. */
const told = (words: string, account: AccountInput | null) =>
	account === null || bankName(account.bankCode) !== undefined
		? { flash: words }
		: { flash: `${words}代碼 ${account.bankCode} 不在金融機構清單裡，請再核對。`, tone: "warn" as const };

/** The id of the request from whose payee the form is filled. */
const NewQuery = z.strictObject({ request: asked(z.coerce.number().int().positive().max(1e15)) });

const creation = formPage({
	path: payees.create(),
	gate: "payees_manage",
	form: PayeeForm,
	query: NewQuery,
	about: async ({ env, who, query: { request = 0 } }) => {
		const [staff, [document]] = await readRows(env.DB, staffToLink(0), documentRow(request, readerOf(who)));
		return { staff, document };
	},
	filled: ({ document }) => (document ? payeeFromRequest(document) : freshForm({ kind: "person" })),
	page: ({ staff }, state) => payeeFormPage({ staff, key: crypto.randomUUID() }, state),
	run: async ({ env, db, by }, { input: { input, account }, key }) => {
		const id = await createPayee(env, db, { input, account, key, by });
		return { to: payees.show(id), ...told(`已新增受款人${input.name}。`, account) };
	},
});

const many = formPage({
	path: payees.createMany(),
	gate: "payees_manage",
	form: ManyPayees,
	page: (_, state) => manyPayeesPage(crypto.randomUUID(), state),
	run: async ({ env, db, by }, { input: { pasted, rows }, key }) => {
		const problems = await createPayees(env, db, { rows, key, by });
		if (problems.length === 0) return { to: payees.list(), flash: `已新增 ${rows.length} 位受款人。` };
		return { ...manyPayeesPage(key, { values: { pasted }, errors: { pasted: problems } }), status: 422 };
	},
});

const edit = formPage({
	path: payees.edit(":id"),
	gate: "payees_manage",
	params: IdParams,
	form: PayeeEdit,
	about: async ({ env, params: { id } }) => {
		const [[payee], staff] = await readRows(env.DB, payeeRow(id), staffToLink(id));
		if (!payee) return "missing";
		return payee.pseudonymised_at === null ? { payee, staff } : elsewhere({ to: payees.show(id) });
	},
	filled: ({ payee }) => filledPayee(payee),
	page: (of, state) => payeeFormPage(of, state),
	run: async ({ env, db, by, params }, { input: { input, isActive, version } }) => {
		await editPayee(env, db, { ref: { id: params.id, version }, input, isActive, by });
		return { to: payees.show(params.id), flash: "已儲存。" };
	},
});

async function shownPayee({ env, params: { id }, who }: Ask<{ id: number }, object>, refused: Refused<PayeeForms>) {
	const [[payee], accounts, exemptions, payments] = await readRows(
		env.DB,
		payeeRow(id),
		accountsOf(id),
		exemptionsOf(id),
		paymentsTo(id),
	);
	return payee ? payeePage({ payee, accounts, exemptions, payments, who }, refused) : ("missing" as const);
}

const page = pageWithForms<PayeeForms, { id: number }, object, "payees">({
	path: payees.show(":id"),
	gate: "payees",
	params: IdParams,
	page: shownPayee,
});

const account = page.form("account", {
	path: payees.accounts(":id"),
	gate: "payees_manage",
	form: AccountForm,
	run: async ({ env, db, by, params: { id } }, { input: { input, version } }) => {
		await addAccount(env, db, { ref: { id, version }, input, by });
		return { to: payees.show(id), ...told("已新增帳號。", input) };
	},
});

const toggle = page.form("switch", {
	path: payees.account(":id", ":accountId"),
	gate: "payees_manage",
	params: IdParams.extend({ accountId: IdParams.shape.id }),
	form: SwitchForm,
	isReversible: true,
	run: async ({ db, by, params: { id, accountId } }, { input: { to, version } }) => {
		await switchAccount(db, { ref: { id, version }, accountId, to, by });
		const undo = undoBy(payees.account(id, accountId), { to: to === "on" ? "off" : "on", version: version + 1 });
		return { to: payees.show(id), flash: to === "on" ? "已重新啟用帳號。" : "已停用帳號。", ...undo };
	},
});

const exemption = page.form("exemption", {
	path: payees.exemptions(":id"),
	gate: "payees_manage",
	form: ExemptionForm,
	run: async ({ db, by, params: { id } }, { input: { input, version } }) => {
		await addExemption(db, { ref: { id, version }, input, by });
		return { to: payees.show(id), flash: "已登錄證明。" };
	},
});

const ending = page.form("ending", {
	path: payees.exemptionEnd(":id", ":exemptionId"),
	gate: "payees_manage",
	params: IdParams.extend({ exemptionId: IdParams.shape.id }),
	form: ExemptionEnd,
	run: async ({ db, by, params: { id, exemptionId } }, { input: { until, version } }) => {
		await endExemption(db, { ref: { id, version }, exemptionId, until, by });
		return { to: payees.show(id), flash: "已結束證明。" };
	},
});

/** The routes of payees (受款人). Those with fixed words come before those with ":id". */
export const ROUTES: readonly Route[] = [
	...payeeList.routes,
	...FOUND_ROUTES,
	...creation,
	...many,
	page.show,
	...edit,
	account,
	toggle,
	exemption,
	ending,
];
