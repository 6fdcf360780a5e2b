import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { fieldRow } from "#db/people/member-fields.ts";
import { readRows } from "#db/read.ts";
import { createField, editField } from "#domain/people/member-fields/actions.ts";
import { CHOICE_NAMES, FieldEdit, FieldInput } from "#domain/people/member-fields/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { editFieldPage, fieldForm, freshField, newFieldPage } from "./form-pages.ts";
import { fieldList } from "./list.ts";

const { memberFields } = paths.admin;
const gate = "member_fields";

const create = formPage({
	path: memberFields.create(),
	gate,
	form: FieldInput,
	filled: freshField,
	page: (_, state) => newFieldPage(crypto.randomUUID(), state),
	run: async ({ db, by }, { input, key }) => {
		await createField(db, { input, key, by });
		return { to: memberFields.list(), flash: `已新增自訂欄位「${input.name}」，會員的表單與名冊都有這一欄了。` };
	},
});

const edit = formPage({
	path: memberFields.edit(":id"),
	gate,
	params: IdParams,
	form: FieldEdit,
	aside: CHOICE_NAMES,
	about: async ({ env, params }: Ask<{ id: number }>) =>
		(await readRows(env.DB, fieldRow(params.id)))[0][0] ?? ("missing" as const),
	filled: fieldForm,
	page: editFieldPage,
	run: async ({ db, by, params }, { input, aside }) => {
		await editField(db, params.id, { input, sent: aside, by });
		return { to: memberFields.list(), flash: `已儲存自訂欄位「${input.name}」。` };
	},
});

export const MEMBER_FIELD_ROUTES: readonly Route[] = [...fieldList.routes, ...create, ...edit];
