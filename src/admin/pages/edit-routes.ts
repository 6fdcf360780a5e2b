import * as z from "zod";
import type { FormState } from "#admin/ui/form.ts";
import { DONE_WORDS, SAVED_WORDS } from "#admin/writing/editor-parts.ts";
import { madeBefore, sentAgain } from "#admin/writing/sent-again.ts";
import { storeUploads, UPLOAD_BYTES, withFiles } from "#admin/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { publishingMove } from "#domain/content/planning.ts";
import { STEPS, type State, type Step } from "#domain/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/steps.ts";
import { NEW_SLOT } from "#domain/drafts/schema.ts";
import { createPage, savePage, stepPage } from "#domain/pages/actions.ts";
import { PageForm, type PageInput } from "#domain/pages/form.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { editPage } from "./edit-page.ts";
import { type NewPage, type PageEditor, readEditor, readNewEditor } from "./editor.ts";
import { treePage } from "./tree-routes.ts";

const { pages } = paths.admin;
type AskPage = Ask<z.infer<typeof IdParams>>;
type Sent = FormInput<z.infer<typeof PageForm>>;

const FORM = { form: PageForm, maxBytes: UPLOAD_BYTES } as const;

const drawn = ({ who, surroundings }: Ask, editor: PageEditor) =>
	editPage({
		...editor,
		owner: who.userId,
		key: editor.row ? crypto.randomUUID() : editor.slot,
		association: surroundings.association,
	});

const stored = async (ask: AskPage, sent?: FormState) => {
	const editor = await readEditor(ask, sent);
	return editor ? drawn(ask, editor) : "missing";
};

const fresh = async (ask: Ask, { slot = `new-${crypto.randomUUID()}`, ...more }: Partial<NewPage>) =>
	drawn(ask, await readNewEditor(ask, { slot, ...more }));

/** The form again, under the name that it was autosaved by. */
const freshAgain = async (ask: Ask, sent: FormState) => {
	const { slot } = sent.values;
	return fresh(ask, { sent, ...(typeof slot === "string" && NEW_SLOT.test(slot) ? { slot } : {}) });
};

const createForm = view({
	path: pages.create(),
	gate: "pages",
	query: z.strictObject({
		draft: z.string().regex(NEW_SLOT).optional(),
		parent: z.coerce.number().int().positive().optional(),
	}),
	show: async (ask) => {
		const { draft, parent } = ask.query;
		return fresh(ask, { ...(draft ? { slot: draft } : {}), parentId: parent ?? null });
	},
});

const withPictures = async (ask: Ask, { input, files }: Pick<Sent, "input" | "files">): Promise<PageInput> => ({
	...input.page,
	body: withFiles(input.page.body, await storeUploads(ask, files, "pictures")),
});

/** Makes the page, with the step where it was pressed, and goes on in its editor. */
const making = (path: string, isPublished: boolean) =>
	action({
		path,
		gate: "pages",
		...FORM,
		run: async (ask, sent) => {
			const { slot } = sent.input;
			const key = sent.key.replace(pages.createPublished(), pages.create());
			const before = await madeBefore(ask, key);
			if (before !== undefined) {
				const { values } = sent;
				const editor = await readEditor({ ...ask, params: { id: before } }, { values, errors: {} });
				const said = await sentAgain(ask, { resource: "page", id: before, values, isPublished, editor });
				return { to: pages.show(before), ...said };
			}
			const move = isPublished ? publishingMove(sent.input.page) : undefined;
			const input = await withPictures(ask, sent);
			const id = await createPage(ask.db, { input, move, slot, key, ...ask.by });
			ask.c.executionCtx.waitUntil(relay(ask.env));
			return { to: pages.show(id), flash: DONE_WORDS[move ? STEPS[move.step].to : "draft"] };
		},
		page: freshAgain,
	});

const show = view({ path: pages.show(":id"), gate: "pages", params: IdParams, show: (ask) => stored(ask) });

async function save(ask: AskPage, sent: Pick<Sent, "input" | "files">, move: Move | undefined) {
	const { id } = ask.params;
	const { version } = sent.input;
	const input = await withPictures(ask, sent);
	const state = await savePage(ask.db, { id, version }, { input, move, slot: String(id), ...ask.by });
	return done(ask, move, state);
}

function done({ c, env, params }: AskPage, move: Move | undefined, state: State) {
	c.executionCtx.waitUntil(relay(env));
	return { to: pages.show(params.id), flash: (move ? DONE_WORDS : SAVED_WORDS)[state] };
}

const update = action({
	path: pages.show(":id"),
	gate: "pages",
	params: IdParams,
	...FORM,
	run: (ask, sent) => save(ask, sent, undefined),
	page: stored,
});

const moveOf = (step: Exclude<Step, "schedule">, page: PageInput): Move =>
	step === "publish" ? publishingMove(page) : { step };

const saving = (step: Exclude<Step, "schedule">) =>
	action({
		path: pages.step(":id", STEP_PLACES[step]),
		gate: "pages",
		params: IdParams,
		...FORM,
		run: (ask, sent) => save(ask, sent, moveOf(step, sent.input.page)),
		page: stored,
	});

/** Out of the trash: with the text as it stands in the form, or from the list with none. */
const restore = action({
	path: pages.step(":id", STEP_PLACES.restore),
	gate: "pages",
	params: IdParams,
	form: z.union([z.strictObject({ version: z.coerce.number().int().min(1) }), PageForm]),
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input, files }) => {
		const move = { step: "restore" } as const;
		if ("page" in input) return save(ask, { input, files }, move);
		const state = await stepPage(ask.db, { id: ask.params.id, version: input.version }, { move, ...ask.by });
		return { ...done(ask, move, state), flash: "已還原為草稿。" };
	},
	page: (ask, state) => ("slot" in state.values ? stored(ask, state) : treePage(ask, { state: "trashed" }, state)),
});

/** The editor of pages. */
export const PAGE_EDIT_ROUTES: readonly Route[] = [
	createForm,
	making(pages.create(), false),
	making(pages.createPublished(), true),
	show,
	update,
	...(["publish", "unpublish", "archive", "unarchive", "trash"] as const).map(saving),
	restore,
];
