import * as z from "zod";
import { newSlot } from "#admin/content/writing/editor.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { makeOnce, saved } from "#admin/content/writing/saving.ts";
import { UPLOAD_BYTES } from "#admin/content/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import { ARTICLE_LISTS, ArticleForm } from "#domain/content/articles/form.ts";
import { moveOf } from "#domain/content/content/planning.ts";
import type { Step } from "#domain/content/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/content/steps.ts";
import { NEW_SLOT } from "#domain/content/drafts/schema.ts";
import { paths } from "#http/paths.ts";
import type { FormState } from "#ui/form-state.ts";
import { editArticlePage } from "./edit-page.ts";
import { readEditor, readNewEditor } from "./editor.ts";
import { ARTICLE_LIST_ROUTES } from "./list-routes.ts";
import { withUploads } from "./uploads.ts";

const { articles } = paths.admin;
type AskArticle = Ask<z.infer<typeof IdParams>>;
type Sent = FormInput<z.infer<typeof ArticleForm>>;

const FORM = { form: ArticleForm, many: ARTICLE_LISTS, maxBytes: UPLOAD_BYTES } as const;

const stored = async (ask: AskArticle, sent?: FormState) => {
	const editor = await readEditor(ask, sent);
	return editor ? editArticlePage(editor) : "missing";
};

const createForm = view({
	path: articles.create(),
	gate: "articles",
	query: z.strictObject({ draft: z.string().regex(NEW_SLOT).optional() }),
	show: async (ask) => editArticlePage(await readNewEditor(ask, { slot: newSlot(ask.query.draft) })),
});

/** Creates the article with the step (save or publish) that was pressed and redirects to its editor. */
const making = (path: string, isPublished: boolean) =>
	action({
		path,
		gate: "articles",
		...FORM,
		run: async (ask, { input: { article, slot }, files, ...sent }) =>
			makeOnce(ask, sent, {
				noun: NOUNS.article,
				isPublished,
				wish: article,
				read: readEditor,
				create: async (how) =>
					createArticle(ask.db, { input: await withUploads(ask, article, files), slot, ...how, ...ask.by }),
			}),
		page: async (ask, sent) => editArticlePage(await readNewEditor(ask, { slot: newSlot(sent.values.slot), sent })),
	});

const show = view({
	path: articles.show(":id"),
	gate: "articles",
	params: IdParams,
	show: (ask) => stored(ask),
});

async function save(ask: AskArticle, { input, files }: Sent, move?: Move) {
	const article = await withUploads(ask, input.article, files);
	const ref = { id: ask.params.id, version: input.version };
	const state = await saveArticle(ask.db, ref, { input: article, move, slot: String(ref.id), ...ask.by });
	return saved(ask, NOUNS.article, { move, state });
}

const update = action({
	path: articles.show(":id"),
	gate: "articles",
	params: IdParams,
	...FORM,
	run: (ask, sent) => save(ask, sent),
	page: stored,
});

/**
 * The routes of an article's steps, each of which saves the text of the form too. Step `publish` publishes now or
 * later, as the form says.
 */
const stepRoutes = (Object.keys(STEP_PLACES) as Step[])
	.filter((step) => step !== "schedule")
	.map((step) =>
		action({
			path: articles.step(":id", STEP_PLACES[step]),
			gate: "articles",
			params: IdParams,
			...FORM,
			run: async (ask, sent) => save(ask, sent, moveOf(step, sent.input.article)),
			page: stored,
		}),
	);

/** Creates another draft with the text of the form, its title marked 複本, and redirects to its editor. */
const copy = action({
	path: articles.copy(":id"),
	gate: "articles",
	params: IdParams,
	...FORM,
	run: async (ask, { input, files, key }) => {
		const { article } = input;
		const text = await withUploads(ask, article, files);
		const id = await createArticle(ask.db, {
			input: { ...text, title: copyOf(text.title), slug: "", is_pinned: false, publish_at: null, unpublish_at: null },
			key,
			...ask.by,
		});
		return { to: articles.show(id), flash: "這是剛建立的複本，還是草稿。" };
	},
	page: stored,
});

const LONGEST_TITLE = 200;
const copyOf = (title: string): string => `${[...title].slice(0, LONGEST_TITLE - 4).join("")}（複本）`;

export const ARTICLE_ROUTES: readonly Route[] = [
	...ARTICLE_LIST_ROUTES,
	createForm,
	making(articles.create(), false),
	making(articles.createPublished(), true),
	show,
	update,
	...stepRoutes,
	copy,
];
