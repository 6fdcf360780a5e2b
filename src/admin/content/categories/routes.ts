import type * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { categoriesForStaff, categoryForStaff } from "#db/content/categories.ts";
import { readRows } from "#db/read.ts";
import { createCategory, editCategory, moveCategory, removeCategory } from "#domain/content/categories/actions.ts";
import { CategoryEdit, CategoryInput, CategoryRemoval, OrderMove } from "#domain/content/categories/form.ts";
import { paths } from "#http/paths.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { ordered } from "#kits/steps/ordered.ts";
import { relay } from "#platform/queue.ts";
import { editCategoryPage, formOf, newCategoryPage } from "./form-page.ts";
import { categoryListPage, rowId } from "./list-page.ts";
import { removeCategoryPage } from "./removal-page.ts";

const { categories } = paths.admin;
const gate = "categories";
type AskOne = Ask<z.infer<typeof IdParams>>;

/** Sends the queued messages at once, so that the website and the search index learn of the change. */
const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env));

const every = async ({ env }: Pick<Ask, "env">) => (await readRows(env.DB, categoriesForStaff()))[0];
const one = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, categoryForStaff(params.id)))[0][0] ?? ("missing" as const);

const list = pageWithForms({
	path: categories.list(),
	gate,
	page: async (ask, { sent }) => {
		const why = sent && `${sent.problem ?? ""}順序沒有變更，下面是目前的順序，請再試一次。`;
		return categoryListPage(await every(ask), why);
	},
});

const orderCategories = list.form("sent", {
	path: categories.order(),
	form: OrderMove,
	isReversible: true,
	run: async (ask, { input }) => {
		const { move } = input;
		const moved = await moveCategory(ask.db, input, ask.by);
		tell(ask);
		const to = `${categories.list()}#${rowId(move.id)}`;
		return { to, ...ordered(categories.order(), { ...move, ...moved, isBack: "over" in input }) };
	},
});

const create = formPage({
	path: categories.create(),
	gate,
	form: CategoryInput,
	page: (_, state) => newCategoryPage(state, crypto.randomUUID()),
	run: async (ask, { input, key }) => {
		await createCategory(ask.db, input, { ...ask.by, key });
		tell(ask);
		return { to: categories.list(), flash: `已新增分類「${input.name}」。` };
	},
});

const edit = formPage({
	path: categories.edit(":id"),
	gate,
	params: IdParams,
	form: CategoryEdit,
	about: one,
	filled: formOf,
	page: editCategoryPage,
	run: async (ask, { input: { version, ...input } }) => {
		await editCategory(ask.db, { id: ask.params.id, version }, { input, ...ask.by });
		tell(ask);
		return { to: categories.list(), flash: `已儲存分類「${input.name}」。` };
	},
});

const removal = formPage({
	path: categories.removal(":id"),
	gate,
	params: IdParams,
	form: CategoryRemoval,
	about: async (ask) => {
		const rows = await every(ask);
		const category = rows.find(({ id }) => id === ask.params.id);
		return category ? { category, others: rows.filter((row) => row !== category) } : "missing";
	},
	page: ({ category, others }, state) => removeCategoryPage(category, others, state),
	run: async (ask, { input: { target: into, ...seen } }) => {
		await removeCategory(ask.db, { id: ask.params.id, ...seen }, { into, ...ask.by });
		tell(ask);
		return { to: categories.list(), flash: "已刪除分類。" };
	},
});

export const CATEGORY_ROUTES: readonly Route[] = [list.show, orderCategories, ...create, ...edit, ...removal];
