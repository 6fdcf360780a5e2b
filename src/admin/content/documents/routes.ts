import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { documentCategories, documentSelect, downloadsOf, versionsSelect } from "#db/content/document-lists.ts";
import { readRows } from "#db/read.ts";
import { publishingMove } from "#domain/content/content/planning.ts";
import { isReturned } from "#domain/content/content/returning.ts";
import { STEPS, type Step } from "#domain/content/content/states.ts";
import { type Move, STEP_PLACES } from "#domain/content/content/steps.ts";
import { addVersion, createDocument, editDocument, restoreVersion } from "#domain/content/documents/actions.ts";
import { downloadVersion as openVersion } from "#domain/content/documents/download-actions.ts";
import { DocumentForm, type DocumentInput, NewDocumentForm, VersionForm } from "#domain/content/documents/form.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { undoNow } from "#kits/steps/undo.ts";
import { by, may, names, sight, tell } from "./asks.ts";
import { freshDocument, newDocumentPage } from "./create-page.ts";
import { DOCUMENT_LIST_ROUTES } from "./list-routes.ts";
import { READING_ROUTES } from "./reading-routes.ts";
import { documentPage, formOf } from "./show-page.ts";
import { nowReadBy } from "./words.ts";

const { documents } = paths.admin;
const gate = "documents";
/**
 * The size limit of the form, in bytes. A file slightly over the limit still gets a proper message; larger bodies are
 * not read to the end.
 */
const UPLOAD_BYTES = PURPOSE.document.maxBytes + 2 * 1024 * 1024;

type AskDocument = Ask<{ id: number }>;

const create = formPage({
	path: documents.create(),
	gate,
	about: async (ask) => (await readRows(ask.env.DB, documentCategories(sight(ask))))[0],
	filled: (_, ask) => freshDocument(may(ask)),
	page: (categories, state, ask) =>
		newDocumentPage({ state, categories: names(categories), may: may(ask), key: crypto.randomUUID() }),
	form: NewDocumentForm,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input, files, key }) => {
		const id = await createDocument(ask.env, ask.db, { ...by(ask), input, upload: files.file?.[0], key });
		tell(ask);
		return { to: documents.show(id), flash: `已新增文件，${CREATED[input.publish]}` };
	},
});
const CREATED = { draft: "目前是草稿。", now: "並且發布了。", later: "到時間會自動發布。" } as const;

/** How many of the newest downloads are shown to users who may see the audit log. */
const SHOWN_DOWNLOADS = 10;

/** Returns the page of a document, read in one round trip; "missing" when the user may not see the document. */
async function showPage(ask: AskDocument, states: Refused<"edited" | "uploaded">) {
	const { env, params, at } = ask;
	const seesLog = allows("audit", ask.who);
	const [[document], versions, categories, downloads] = await readRows(
		env.DB,
		documentSelect(params.id, sight(ask)),
		versionsSelect(params.id, sight(ask)),
		documentCategories(sight(ask)),
		downloadsOf(params.id, seesLog ? SHOWN_DOWNLOADS : 0),
	);
	if (!document) return "missing" as const;
	const base = readConfig(env).PUBLIC_BASE_URL;
	const log = seesLog ? { downloads } : {};
	const page = { document, versions, categories: names(categories), base, may: may(ask), at, ...log };
	const { problem } = states.edited ?? {};
	// A refusal of a button without fields is shown above the form with the stored values.
	const edited = states.edited && "title" in states.edited.values ? states.edited : { ...formOf(document), problem };
	return documentPage(page, { ...states, edited });
}

const document = pageWithForms({ path: documents.show(":id"), gate, params: IdParams, page: showPage });

/** Builds the route that saves the document's form and, with `step`, takes that step too. */
const saving = (path: string, step?: Step): Route =>
	document.form("edited", {
		path,
		form: DocumentForm,
		...(step && isReturned(step) && { isReversible: true }),
		run: async (ask, { input: { version, ...input } }) => {
			const move = step && moveOf(step, input);
			const ref = { id: ask.params.id, version };
			const { from, state } = await editDocument(ask.db, ref, { ...by(ask), input, move });
			tell(ask);
			const readers = from === undefined || state !== "published" ? "" : nowReadBy({ from, to: input.visibility });
			const flash = `${step ? STEPS[step].done : "已儲存"}「${input.title}」。${readers}`;
			const to = step === "trash" ? documents.list() : documents.show(ask.params.id);
			return { to, flash, ...(step && isReturned(step) ? undoNow(documents.undo(), { at: ask.at, to }) : {}) };
		},
	});

const moveOf = (step: Step, input: DocumentInput): Move =>
	step === "schedule" ? publishingMove({ ...input, publish: "later" }) : { step };

const STEP_ROUTES = (Object.keys(STEP_PLACES) as Step[]).map((step) =>
	saving(documents.step(":id", STEP_PLACES[step]), step),
);

const storeVersion = document.form("uploaded", {
	path: documents.versions(":id"),
	form: VersionForm,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input, files }) => {
		const ref = { id: ask.params.id, version: input.version };
		await addVersion(ask.env, ask.db, { ...by(ask), ref, upload: files.file?.[0], note: input.note });
		tell(ask);
		return { to: `${documents.show(ref.id)}#versions`, flash: "已上傳新版本，現在下載的就是它。" };
	},
});

const VersionParams = IdParams.extend({
	number: z
		.string()
		.regex(/^[1-9]\d{0,5}$/)
		.transform(Number),
});

/**
 * Restores an older version of a document's file as the newest one. Its button has no form on the page, so a refusal is
 * shown at the upload form, below the versions.
 */
const restore = document.form("uploaded", {
	path: documents.restoration(":id", ":number"),
	params: VersionParams,
	form: z.strictObject({ version: z.coerce.number().int() }),
	run: async (ask, { input }) => {
		const { id, number } = ask.params;
		await restoreVersion(ask.db, { id, version: input.version }, { ...by(ask), number });
		tell(ask);
		return { to: `${documents.show(id)}#versions`, flash: `已由第 ${number} 版還原成最新的一版。` };
	},
});

const downloadVersion = privateFile({
	path: documents.version(":id", ":number"),
	gate,
	holds: "own",
	params: VersionParams,
	open: async (ask) => {
		const { c, env, db, by, params } = ask;
		return openVersion(env, db, { of: params, may: may(ask), by, isHead: c.req.method === "HEAD" });
	},
});

export const DOCUMENT_ROUTES: readonly Route[] = [
	// These stand before the routes with an id, because Hono takes the first route that matches.
	...DOCUMENT_LIST_ROUTES,
	...READING_ROUTES,
	...create,
	document.show,
	saving(documents.show(":id")),
	...STEP_ROUTES,
	storeVersion,
	downloadVersion,
	restore,
];
