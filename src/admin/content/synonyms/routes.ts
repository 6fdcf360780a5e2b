import type * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { groupForStaff } from "#db/content/synonyms.ts";
import { readRows } from "#db/read.ts";
import { createSynonym, editSynonym, removeSynonym } from "#domain/content/synonyms/actions.ts";
import { SynonymEdit, SynonymInput, SynonymRemoval } from "#domain/content/synonyms/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { editSynonymPage, formOf, newSynonymPage, removeSynonymPage } from "./form-page.ts";
import { synonymList } from "./list.ts";

const { synonyms } = paths.admin;
const gate = "synonyms";
type AskOne = Ask<z.infer<typeof IdParams>>;

const one = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, groupForStaff(params.id)))[0][0] ?? ("missing" as const);

const create = formPage({
	path: synonyms.create(),
	gate,
	form: SynonymInput,
	page: (_, state) => newSynonymPage(state, crypto.randomUUID()),
	run: async ({ db, by }, { input: { words }, key }) => {
		await createSynonym(db, { words, ...by, key });
		return { to: synonyms.list(), flash: `已新增同義詞「${words.join("、")}」。` };
	},
});

const edit = formPage({
	path: synonyms.edit(":id"),
	gate,
	params: IdParams,
	form: SynonymEdit,
	about: one,
	filled: formOf,
	page: editSynonymPage,
	run: async ({ db, by, params }, { input: { version, words } }) => {
		await editSynonym(db, { id: params.id, version }, { words, ...by });
		return { to: synonyms.list(), flash: `已儲存同義詞「${words.join("、")}」。` };
	},
});

const removal = formPage({
	path: synonyms.removal(":id"),
	gate,
	params: IdParams,
	form: SynonymRemoval,
	about: one,
	page: removeSynonymPage,
	run: async ({ db, by, params }, { input: { version } }) => {
		await removeSynonym(db, { id: params.id, version }, by);
		return { to: synonyms.list(), flash: "已刪除同義詞。" };
	},
});

export const SYNONYM_ROUTES: readonly Route[] = [...synonymList.routes, ...create, ...edit, ...removal];
