import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { accountOf, accountRows } from "#db/books/accounts.ts";
import { template } from "#db/books/voucher-templates.ts";
import { readRows } from "#db/read.ts";
import type { Account } from "#domain/books/accounts/chart.ts";
import { createTemplate, editTemplate, removeTemplate } from "#domain/books/voucher-templates/actions.ts";
import {
	TEMPLATE_FIELDS,
	TemplateForm,
	type TemplateInput,
	templateLines,
} from "#domain/books/voucher-templates/form.ts";
import { DraftRef } from "#domain/books/vouchers/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { templateList } from "./template-list.ts";
import { removeTemplatePage, templateForm, templateFormPage } from "./template-pages.ts";

const { ledger } = paths.admin;
const gate = "ledger_post";
const many = [...TEMPLATE_FIELDS];
type AskOne = Ask<{ id: number }>;

const chart = async ({ env }: Pick<Ask, "env">): Promise<Account[]> =>
	(await readRows(env.DB, accountRows()))[0].map(accountOf);
async function found({ env, params }: AskOne) {
	const [[row], accounts] = await readRows(env.DB, template(params.id), accountRows());
	return row ? { row, accounts: accounts.map(accountOf), key: "" } : ("missing" as const);
}

/** Returns the template that a form describes, or the errors of the form. */
function read(
	input: TemplateForm,
	accounts: readonly Account[],
): { input: TemplateInput } | { errors: FormState["errors"] } {
	const { lines, problems } = templateLines(input, accounts);
	if (problems.size > 0) return { errors: { account: [...problems.values()] } };
	return { input: { name: input.name, description: input.description, lines } };
}
const refused = (page: Page): Page => ({ ...page, status: 422 });

const create = formPage({
	path: ledger.templateCreate(),
	gate,
	form: TemplateForm,
	many,
	about: chart,
	page: (accounts, state) => templateFormPage({ accounts, key: crypto.randomUUID() }, state),
	run: async (ask, { input: sent, key, values }) => {
		const accounts = await chart(ask);
		const made = read(sent, accounts);
		if ("errors" in made) return refused(templateFormPage({ accounts, key: crypto.randomUUID() }, { values, ...made }));
		await createTemplate(ask.db, made.input, { key, by: ask.by });
		return { to: ledger.templates(), flash: `已新增常用分錄「${sent.name}」。` };
	},
});

const edit = formPage({
	path: ledger.template(":id"),
	gate,
	params: IdParams,
	form: TemplateForm,
	many,
	about: found,
	filled: ({ row, accounts }) => templateForm(row, accounts),
	page: templateFormPage,
	run: async (ask, { input: sent, values }) => {
		const of = await found(ask);
		if (of === "missing") return of;
		const made = read(sent, of.accounts);
		if ("errors" in made) return refused(templateFormPage(of, { values, ...made }));
		await editTemplate(ask.db, { id: of.row.id, version: sent.version ?? 0 }, { input: made.input, by: ask.by });
		return { to: ledger.templates(), flash: `已儲存常用分錄「${sent.name}」。` };
	},
});

const removal = formPage({
	path: ledger.templateRemoval(":id"),
	gate,
	params: IdParams,
	form: DraftRef,
	about: found,
	page: ({ row }, state) => removeTemplatePage(row, state),
	run: async (ask, { input: { version } }) => {
		const of = await found(ask);
		if (of === "missing") return of;
		await removeTemplate(ask.db, { id: of.row.id, version }, { name: of.row.name, by: ask.by });
		return { to: ledger.templates(), flash: `已刪除常用分錄「${of.row.name}」。` };
	},
});

/** The routes of 常用分錄. The address "new" comes first, because ":id" would match it too. */
export const TEMPLATE_ROUTES: readonly Route[] = [...templateList.routes, ...create, ...edit, ...removal];
