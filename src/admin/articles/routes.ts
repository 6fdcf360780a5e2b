import * as z from "zod";
import type { FormState } from "#admin/ui/form.ts";
import { DONE_WORDS, SAVED_WORDS } from "#admin/writing/editor-parts.ts";
import { madeBefore, sentAgain } from "#admin/writing/sent-again.ts";
import { UPLOAD_BYTES } from "#admin/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { createArticle, saveArticle } from "#domain/articles/actions.ts";
import { ARTICLE_LISTS, ArticleForm } from "#domain/articles/form.ts";
import { publishingMove } from "#domain/content/planning.ts";
import { STEPS, type Step } from "#domain/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/steps.ts";
import { NEW_SLOT } from "#domain/drafts/schema.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { editArticlePage } from "./edit-page.ts";
import { type Editor, readEditor, readNewEditor } from "./editor.ts";
import { ARTICLE_LIST_ROUTES } from "./list-routes.ts";
import { withUploads } from "./uploads.ts";

const { articles } = paths.admin;
type AskArticle = Ask<z.infer<typeof IdParams>>;
type Sent = FormInput<z.infer<typeof ArticleForm>>;

const FORM = { form: ArticleForm, many: ARTICLE_LISTS, maxBytes: UPLOAD_BYTES } as const;

const drawn = ({ who, surroundings }: Ask, editor: Editor) =>
	editArticlePage({
		...editor,
		owner: who.userId,
		key: editor.row ? crypto.randomUUID() : editor.slot,
		association: surroundings.association,
	});

const stored = async (ask: AskArticle, sent?: FormState) => {
	const editor = await readEditor(ask, sent);
	return editor ? drawn(ask, editor) : "missing";
};

const fresh = async (ask: Ask, slot = `new-${crypto.randomUUID()}`) => drawn(ask, await readNewEditor(ask, { slot }));

/** The form again, under the name that it was autosaved by. */
const freshAgain = async (ask: Ask, state: FormState) => {
	const { slot } = state.values;
	const known = typeof slot === "string" && NEW_SLOT.test(slot) ? slot : `new-${crypto.randomUUID()}`;
	return drawn(ask, await readNewEditor(ask, { slot: known, sent: state }));
};

const createForm = view({
	path: articles.create(),
	gate: "articles",
	query: z.strictObject({ draft: z.string().regex(NEW_SLOT).optional() }),
	show: async (ask) => fresh(ask, ask.query.draft),
});

/** Makes the article with the step that was pressed, and goes on in its editor. */
async function make(ask: Ask, { input, files, values, ...sent }: Sent, isPublished: boolean) {
	const key = sent.key.replace(articles.createPublished(), articles.create());
	const before = await madeBefore(ask, key);
	if (before !== undefined) {
		const editor = await readEditor({ ...ask, params: { id: before } }, { values, errors: {} });
		const said = await sentAgain(ask, { resource: "article", id: before, values, isPublished, editor });
		return { to: articles.show(before), ...said };
	}
	const article = await withUploads(ask, input.article, files);
	const move = isPublished ? publishingMove(article) : undefined;
	const id = await createArticle(ask.db, { input: article, move, slot: input.slot, key, ...ask.by });
	ask.c.executionCtx.waitUntil(relay(ask.env));
	return { to: articles.show(id), flash: DONE_WORDS[move ? STEPS[move.step].to : "draft"] };
}

const store = action({
	path: articles.create(),
	gate: "articles",
	...FORM,
	run: (ask, form) => make(ask, form, false),
	page: freshAgain,
});

const storePublished = action({
	path: articles.createPublished(),
	gate: "articles",
	...FORM,
	run: (ask, form) => make(ask, form, true),
	page: freshAgain,
});

const show = view({
	path: articles.show(":id"),
	gate: "articles",
	params: IdParams,
	show: (ask) => stored(ask),
});

async function save(
	ask: AskArticle,
	{ input, files }: Sent,
	moveOf: (article: Sent["input"]["article"]) => Move | undefined,
) {
	const article = await withUploads(ask, input.article, files);
	const move = moveOf(article);
	const ref = { id: ask.params.id, version: input.version };
	const state = await saveArticle(ask.db, ref, { input: article, move, slot: String(ref.id), ...ask.by });
	ask.c.executionCtx.waitUntil(relay(ask.env));
	return { to: articles.show(ref.id), flash: (move ? DONE_WORDS : SAVED_WORDS)[state] };
}

const update = action({
	path: articles.show(":id"),
	gate: "articles",
	params: IdParams,
	...FORM,
	run: (ask, form) => save(ask, form, () => undefined),
	page: stored,
});

/** A step with the text as it stands in the form; publishing is now or later, as the form says. */
const stepRoutes = (Object.keys(STEP_PLACES) as Step[])
	.filter((step) => step !== "schedule")
	.map((step) =>
		action({
			path: articles.step(":id", STEP_PLACES[step]),
			gate: "articles",
			params: IdParams,
			...FORM,
			run: (ask, form) => save(ask, form, (article) => (step === "publish" ? publishingMove(article) : { step })),
			page: stored,
		}),
	);

/** Another draft with the words of the form; it is found beside the first. */
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
	store,
	storePublished,
	show,
	update,
	...stepRoutes,
	copy,
];
