import * as z from "zod";
import { newSlot } from "#admin/content/writing/editor.ts";
import { lookFirst } from "#admin/content/writing/look.ts";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { makeOnce, saved } from "#admin/content/writing/saving.ts";
import { storeUploads, UPLOAD_BYTES, withFiles } from "#admin/content/writing/uploads.ts";
import type { FormInput } from "#auth/input.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { moveOf } from "#domain/content/content/planning.ts";
import { isReturned } from "#domain/content/content/returning.ts";
import type { Step } from "#domain/content/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/content/steps.ts";
import { NEW_SLOT } from "#domain/content/drafts/schema.ts";
import { createPage, savePage, stepPage } from "#domain/content/pages/actions.ts";
import { PageForm, type PageInput } from "#domain/content/pages/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { editPage } from "./edit-page.ts";
import { readEditor, readNewEditor } from "./editor.ts";
import { treePage } from "./tree-routes.ts";

const { pages } = paths.admin;
type AskPage = Ask<z.infer<typeof IdParams>>;
type Sent = FormInput<z.infer<typeof PageForm>>;

const FORM = { form: PageForm, maxBytes: UPLOAD_BYTES } as const;

const creation = pageWithForms({
	path: pages.create(),
	gate: "pages",
	query: z.strictObject({
		draft: z.string().regex(NEW_SLOT).optional(),
		parent: z.coerce.number().int().positive().optional(),
	}),
	page: async (ask, { sent }) => {
		if (sent) return editPage(await readNewEditor(ask, { slot: newSlot(sent.values.slot), sent }));
		const { draft, parent } = ask.query;
		return editPage(await readNewEditor(ask, { slot: newSlot(draft), parentId: parent ?? null }));
	},
});

const withPictures = async (ask: Ask, page: PageInput, files: Sent["files"]): Promise<PageInput> => ({
	...page,
	body: withFiles(page.body, await storeUploads(ask, files, "pictures")),
});

/**
 * Builds the route that creates the page from the form and redirects to its editor. With `isPublished`, the page is
 * published too, now or later as the form says; otherwise it is a draft.
 */
const making = (path: string, isPublished: boolean) =>
	creation.form("sent", {
		path,
		...FORM,
		run: async (ask, { input: { page, slot, checked }, files, ...sent }) => {
			const text = checked === undefined ? undefined : await withPictures(ask, page, files);
			const values = text ? shownAgain({ values: sent.values, files }, text) : sent.values;
			const look = await lookFirst(ask, { checked, values });
			if (look)
				return editPage({ ...(await readNewEditor(ask, { slot: newSlot(slot), sent: freshForm(values) })), look });
			return makeOnce(ask, sent, {
				noun: NOUNS.page,
				isPublished,
				wish: page,
				read: readEditor,
				create: async (how) =>
					createPage(ask.db, { input: text ?? (await withPictures(ask, page, files)), slot, ...how, ...ask.by }),
			});
		},
	});

/** Returns the values of a form that is shown again with the pictures that it brought, which are stored by then. */
const shownAgain = ({ values, files }: Pick<Sent, "values" | "files">, { body }: PageInput): FormState["values"] =>
	Object.keys(files).length > 0 ? { ...values, body } : values;

const editing = pageWithForms({
	path: pages.show(":id"),
	gate: "pages",
	params: IdParams,
	page: async (ask, { sent }) => {
		// A page can also be taken out of the trash from the list, whose form has no slot.
		if (sent && !("slot" in sent.values)) return treePage(ask, { state: "trashed" }, sent);
		const editor = await readEditor(ask, sent);
		return editor ? editPage(editor) : "missing";
	},
});

async function save(ask: AskPage, sent: Pick<Sent, "input" | "files" | "values">, move?: Move) {
	const { input, files } = sent;
	const ref = { id: ask.params.id, version: input.version };
	const page = await withPictures(ask, input.page, files);
	const values = shownAgain(sent, page);
	const look = await lookFirst(ask, { checked: input.checked, values });
	const editor = look && (await readEditor(ask, freshForm(values)));
	if (look && editor) return editPage({ ...editor, look });
	const state = await savePage(ask.db, ref, { input: page, move, slot: String(ref.id), ...ask.by });
	return saved(ask, NOUNS.page, { move, state });
}

const update = editing.form("sent", { ...FORM, run: (ask, sent) => save(ask, sent) });

const saving = (step: Exclude<Step, "schedule">) =>
	editing.form("sent", {
		path: pages.step(":id", STEP_PLACES[step]),
		...FORM,
		...(isReturned(step) && { isReversible: true }),
		run: async (ask, sent) => save(ask, sent, moveOf(step, sent.input.page)),
	});

/** Takes a page out of the trash: from the editor with the text of the form, from the list without a text. */
const restore = editing.form("sent", {
	path: pages.step(":id", STEP_PLACES.restore),
	form: z.union([z.strictObject({ version: z.coerce.number().int().min(1) }), PageForm]),
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input, files, values }) => {
		const move = { step: "restore" } as const;
		if ("page" in input) return save(ask, { input, files, values }, move);
		const state = await stepPage(ask.db, { id: ask.params.id, version: input.version }, { move, ...ask.by });
		return saved(ask, NOUNS.page, { move, state });
	},
});

/** The routes of the editor of pages. */
export const PAGE_EDIT_ROUTES: readonly Route[] = [
	creation.show,
	making(pages.create(), false),
	making(pages.createPublished(), true),
	editing.show,
	update,
	...(["publish", "unpublish", "archive", "unarchive", "trash"] as const).map(saving),
	restore,
];
