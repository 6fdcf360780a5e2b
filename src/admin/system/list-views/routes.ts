import * as z from "zod";
import { AREAS } from "#admin/areas.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { type ListViewRow, listView } from "#db/system/list-views.ts";
import { createView, editView, removeView } from "#domain/system/list-views/actions.ts";
import { ListViewCreation, ListViewEdit, ListViewRemoval } from "#domain/system/list-views/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { addressOf, editViewPage, formOf, newViewPage, removeViewPage } from "./pages.ts";

const { listViews } = paths.admin;
const gate = "staff";
const Asked = z.strictObject({ list: z.string().max(200).default(""), query: z.string().max(2_000).default("") });
const Now = z.strictObject({ now: z.string().max(2_000).optional() });
type AskOne = Pick<Ask<z.infer<typeof IdParams>>, "env" | "params" | "who">;

/** Returns the entry of the menu whose page a list is, when the user may open it: lists of the menu have views. */
const areaOf = (list: string, who: Ask["who"]) => AREAS.find((area) => area.href === list && allows(area.gate, who));

const mayAll = (who: Ask["who"]): boolean => allows("settings", who);

/** Reads a view that the user may change, with the name of its list. */
async function one({ env, params, who }: AskOne) {
	const [[view]] = await readRows(env.DB, listView(params.id));
	const area = view && areaOf(view.list, who);
	const isTheirs = view && (view.user_id === who.userId || (view.is_shared === 1 && mayAll(who)));
	return view && area && isTheirs ? { view, label: area.label } : ("missing" as const);
}
type One = { view: ListViewRow; label: string };

const create = formPage({
	path: listViews.create(),
	gate,
	query: Asked,
	form: ListViewCreation,
	page: (_, state, { who, query }) => {
		const [path, text] = [state.values.list ?? query.list, state.values.query ?? query.query].map(String);
		const area = areaOf(path ?? "", who);
		return area
			? newViewPage({ label: area.label, path: area.href, query: text ?? "" }, state, crypto.randomUUID())
			: "missing";
	},
	run: async ({ db, by, who }, { input, key }) => {
		if (!areaOf(input.list, who)) return "missing";
		const id = await createView(db, { ...input, userId: who.userId }, { key, by });
		return { to: addressOf(input.list, input.query, id), flash: `已存成檢視「${input.name}」。` };
	},
});

const edit = formPage({
	path: listViews.edit(":id"),
	gate,
	params: IdParams,
	query: Now,
	form: ListViewEdit,
	about: one,
	filled: ({ view }: One) => formOf(view),
	page: ({ view, label }: One, state, { query }) =>
		editViewPage(view, { label, now: String(state.values.query ?? query.now ?? view.query), state }),
	run: async ({ env, db, by, who, params }, { input: { version, ...kept } }) => {
		const found = await one({ env, params, who });
		if (found === "missing") return "missing";
		await editView(db, { id: params.id, version }, { kept, by, mayAll: mayAll(who) });
		return { to: addressOf(found.view.list, kept.query, params.id), flash: `已儲存檢視「${kept.name}」。` };
	},
});

const removal = formPage({
	path: listViews.removal(":id"),
	gate,
	params: IdParams,
	form: ListViewRemoval,
	about: one,
	page: ({ view, label }: One, state) => removeViewPage(view, label, state ?? freshForm()),
	run: async ({ env, db, by, who, params }, { input: { version } }) => {
		const found = await one({ env, params, who });
		if (found === "missing") return "missing";
		await removeView(db, { id: params.id, version }, { by, mayAll: mayAll(who) });
		return { to: found.view.list, flash: `已刪除檢視「${found.view.name}」。` };
	},
});

export const LIST_VIEW_ROUTES: readonly Route[] = [...create, ...edit, ...removal];
