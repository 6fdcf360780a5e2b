import * as z from "zod";
import { newSlot } from "#admin/content/writing/editor.ts";
import { lookFirst } from "#admin/content/writing/look.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { makeOnce, saved } from "#admin/content/writing/saving.ts";
import { UPLOAD_BYTES } from "#admin/content/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { createArticle, saveArticle } from "#domain/content/articles/actions.ts";
import { ARTICLE_LISTS, ArticleForm, type ArticleInput } from "#domain/content/articles/form.ts";
import { moveOf } from "#domain/content/content/planning.ts";
import { isReturned } from "#domain/content/content/returning.ts";
import type { Step } from "#domain/content/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/content/steps.ts";
import { NEW_SLOT } from "#domain/content/drafts/schema.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { editArticlePage } from "./edit-page.ts";
import { readEditor, readNewEditor } from "./editor.ts";
import { ARTICLE_LIST_ROUTES } from "./list-routes.ts";
import { withStored, withUploads } from "./uploads.ts";

const { articles } = paths.admin;
type AskArticle = Ask<z.infer<typeof IdParams>>;
type Sent = FormInput<z.infer<typeof ArticleForm>>;

const FORM = { form: ArticleForm, many: ARTICLE_LISTS, maxBytes: UPLOAD_BYTES } as const;

const creation = pageWithForms({
	path: articles.create(),
	gate: "articles",
	query: z.strictObject({ draft: z.string().regex(NEW_SLOT).optional() }),
	page: async (ask, { sent }) =>
		editArticlePage(
			await readNewEditor(ask, sent ? { slot: newSlot(sent.values.slot), sent } : { slot: newSlot(ask.query.draft) }),
		),
});

/**
 * Builds the route that creates the article from the form and redirects to its editor. With `isPublished`, the article
 * is published too, now or later as the form says; otherwise it is a draft.
 */
const making = (path: string, isPublished: boolean) =>
	creation.form("sent", {
		path,
		...FORM,
		run: async (ask, { input: { article, slot, checked }, files, ...sent }) => {
			const text = checked === undefined ? undefined : await withUploads(ask, article, files);
			const values = text ? shownAgain({ values: sent.values, files }, text) : sent.values;
			const look = await lookFirst(ask, { checked, values });
			if (look)
				return editArticlePage({
					...(await readNewEditor(ask, { slot: newSlot(slot), sent: freshForm(values) })),
					look,
				});
			return makeOnce(ask, sent, {
				noun: NOUNS.article,
				isPublished,
				wish: article,
				read: readEditor,
				create: async (how) =>
					createArticle(ask.db, { input: text ?? (await withUploads(ask, article, files)), slot, ...how, ...ask.by }),
			});
		},
	});

const shownAgain = ({ values, files }: Pick<Sent, "values" | "files">, article: ArticleInput): FormState["values"] =>
	Object.keys(files).length > 0 ? withStored(values, article) : values;

const editing = pageWithForms({
	path: articles.show(":id"),
	gate: "articles",
	params: IdParams,
	page: async (ask, { sent }) => {
		const editor = await readEditor(ask, sent);
		return editor ? editArticlePage(editor) : "missing";
	},
});

async function save(ask: AskArticle, { input, files, values: typed }: Sent, move?: Move) {
	const article = await withUploads(ask, input.article, files);
	const ref = { id: ask.params.id, version: input.version };
	const values = shownAgain({ values: typed, files }, article);
	const look = await lookFirst(ask, { checked: input.checked, values });
	const editor = look && (await readEditor(ask, freshForm(values)));
	if (look && editor) return editArticlePage({ ...editor, look });
	const state = await saveArticle(ask.db, ref, { input: article, move, slot: String(ref.id), ...ask.by });
	return saved(ask, NOUNS.article, { move, state });
}

const update = editing.form("sent", { ...FORM, run: (ask, sent) => save(ask, sent) });

/**
 * The routes of an article's steps, each of which saves the text of the form too. The route of `publish` publishes now
 * or later, as the form says, so `schedule` has no route.
 */
const stepRoutes = (Object.keys(STEP_PLACES) as Step[])
	.filter((step) => step !== "schedule")
	.map((step) =>
		editing.form("sent", {
			path: articles.step(":id", STEP_PLACES[step]),
			...FORM,
			...(isReturned(step) && { isReversible: true }),
			run: async (ask, sent) => save(ask, sent, moveOf(step, sent.input.article)),
		}),
	);

/**
 * Makes a copy of the article with the texts of the form: a new draft with a title and an address of its own, not
 * pinned and without planned times.
 */
const copy = editing.form("sent", {
	path: articles.copy(":id"),
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
});

const LONGEST_TITLE = 200;
const copyOf = (title: string): string => `${[...title].slice(0, LONGEST_TITLE - 4).join("")}（複本）`;

export const ARTICLE_ROUTES: readonly Route[] = [
	...ARTICLE_LIST_ROUTES,
	creation.show,
	making(articles.create(), false),
	making(articles.createPublished(), true),
	editing.show,
	update,
	...stepRoutes,
	copy,
];
