import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { typeRow } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { createType, editType, removeType } from "#domain/people/membership-types/actions.ts";
import { seenTerm, TypeEdit, TypeInput, TypeRemoval } from "#domain/people/membership-types/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { editTypePage, freshType, newTypePage, typeForm, typeRemovalPage } from "./form-pages.ts";
import { typeList } from "./list.ts";

const { membershipTypes } = paths.admin;
const gate = "members_manage";

const oneType = async ({ env, params }: Ask<{ id: number }>) =>
	(await readRows(env.DB, typeRow(params.id)))[0][0] ?? ("missing" as const);

const create = formPage({
	path: membershipTypes.create(),
	gate,
	form: TypeInput,
	filled: freshType,
	page: (_, state) => newTypePage(crypto.randomUUID(), state),
	run: async ({ db, by }, { input, key }) => {
		await createType(db, { input, key, by });
		return { to: membershipTypes.list(), flash: `已新增會員類別「${input.name}」，請到「會費標準」設定會費。` };
	},
});

const edit = formPage({
	path: membershipTypes.edit(":id"),
	gate,
	params: IdParams,
	form: TypeEdit,
	about: oneType,
	filled: typeForm,
	page: (row, state) => editTypePage({ row }, state),
	run: async (ask, { input, values }) => {
		const row = await oneType(ask);
		if (row === "missing") return "missing";
		// A new term changes who owes dues: what it does is shown first, and stored with the second press.
		const isAsked = row.term !== input.term && row.members + row.open_items > 0 && input.seen !== seenTerm(input);
		if (isAsked) return editTypePage({ row, isAsked }, { values, errors: {} });
		await editType(ask.db, row.id, { input, by: ask.by });
		return { to: membershipTypes.list(), flash: `已儲存會員類別「${input.name}」。` };
	},
});

const removal = formPage({
	path: membershipTypes.removal(":id"),
	gate,
	params: IdParams,
	form: TypeRemoval,
	about: oneType,
	page: typeRemovalPage,
	run: async (ask, { input }) => {
		const row = await oneType(ask);
		if (row === "missing") return "missing";
		await removeType(ask.db, { id: row.id, version: input.version, name: row.name, by: ask.by });
		return { to: membershipTypes.list(), flash: `已刪除會員類別「${row.name}」。` };
	},
});

/** The routes of membership types. */
export const MEMBERSHIP_TYPE_ROUTES: readonly Route[] = [...typeList.routes, ...create, ...edit, ...removal];
