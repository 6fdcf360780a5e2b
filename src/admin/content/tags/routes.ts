import type * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { mergeTarget, suggestedTags, tagForStaff } from "#db/content/tags.ts";
import { readRows } from "#db/read.ts";
import { createTag, editTag, mergeTags, removeTag } from "#domain/content/tags/actions.ts";
import { TagEdit, TagInput, TagMerge, TagMergeQuery, TagRemoval } from "#domain/content/tags/form.ts";
import { paths } from "#http/paths.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { typed } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { editTagPage, formOf, newTagPage, removeTagPage } from "./form-page.ts";
import { tagList } from "./list.ts";
import { mergePage } from "./merge-page.ts";

const { tags } = paths.admin;
const gate = "tags";
type AskOne = Ask<z.infer<typeof IdParams>>;

/** Sends the queued messages at once, so that the website and the search index learn of the change. */
const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env));

const one = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, tagForStaff(params.id)))[0][0] ?? ("missing" as const);

const create = formPage({
	path: tags.create(),
	gate,
	form: TagInput,
	page: (_, state) => newTagPage(state, crypto.randomUUID()),
	run: async (ask, { input, key }) => {
		await createTag(ask.db, input, { ...ask.by, key });
		tell(ask);
		return { to: tags.list(), flash: `已新增標籤「${input.name}」。` };
	},
});

const edit = formPage({
	path: tags.edit(":id"),
	gate,
	params: IdParams,
	form: TagEdit,
	about: one,
	filled: formOf,
	page: editTagPage,
	run: async (ask, { input: { version, ...input } }) => {
		await editTag(ask.db, { id: ask.params.id, version }, { input, ...ask.by });
		tell(ask);
		return { to: tags.list(), flash: `已儲存標籤「${input.name}」。` };
	},
});

/**
 * Reads and draws the merge page, with the tag whose name the field `into` has, or with the reason why there is none;
 * "missing" when the tag to be merged does not exist.
 */
const shownMerge = async ({ env, params }: AskOne, state: FormState) => {
	const into = typed(state, "into");
	const [[tag], [target], offered] = await readRows(
		env.DB,
		tagForStaff(params.id),
		mergeTarget(params.id, into),
		suggestedTags(),
	);
	if (!tag) return "missing";
	const isRefused = Object.keys(state.errors).length > 0;
	const isFirst = state.values.into === undefined;
	const why = isFirst || isRefused ? undefined : whyNot(into, { target: target?.id, own: tag.id });
	return mergePage({
		tag,
		target,
		offered: offered.map(({ name }) => name),
		state: why ? { ...state, errors: { into: [why] } } : state,
	});
};

function whyNot(into: string, { target, own }: { target: number | undefined; own: number }): string | undefined {
	if (into === "") return "請輸入要保留的標籤名稱。";
	if (target === undefined) return "沒有這個名稱的標籤，請從建議的名稱中選擇。";
	return target === own ? "標籤不能併入自己，請選擇另一個標籤。" : undefined;
}

const merge = pageWithForms({
	path: tags.merge(":id"),
	gate,
	params: IdParams,
	query: TagMergeQuery,
	page: (ask, { sent }) =>
		shownMerge(ask, sent ?? freshForm(ask.query.into === undefined ? {} : { into: ask.query.into })),
});

const mergeTag = merge.form("sent", {
	form: TagMerge,
	run: async (ask, { input }) => {
		const from = { id: ask.params.id, version: input.version, articles: input.articles };
		const into = { id: input.target, version: input.target_version, articles: input.target_articles };
		await mergeTags(ask.db, from, { into, ...ask.by });
		tell(ask);
		return { to: tags.edit(into.id), flash: "已合併標籤。" };
	},
});

const removal = formPage({
	path: tags.removal(":id"),
	gate,
	params: IdParams,
	form: TagRemoval,
	about: one,
	page: removeTagPage,
	run: async (ask, { input }) => {
		await removeTag(ask.db, { id: ask.params.id, ...input }, ask.by);
		tell(ask);
		return { to: tags.list(), flash: "已刪除標籤。" };
	},
});

export const TAG_ROUTES: readonly Route[] = [...tagList.routes, ...create, ...edit, merge.show, mergeTag, ...removal];
