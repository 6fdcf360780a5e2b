import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { slugsLike } from "#db/content/article-edits.ts";
import * as stored from "#db/content/document-writes.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { NEW, planTimes, publishingMove, standingOf } from "#domain/content/content/planning.ts";
import { type TakenBack, takeBackTexts } from "#domain/content/content/return-actions.ts";
import { isReturned, RETURNED_STEPS, stoodAs } from "#domain/content/content/returning.ts";
import { slugify, uniqueSlug } from "#domain/content/content/slug.ts";
import { CONTENT, type State, type Step } from "#domain/content/content/states.ts";
import { type Move, takeStep } from "#domain/content/content/steps.ts";
import { type CheckedFile, checkUpload, type UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Permission } from "#permissions.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { documentKey, fileIdOf, putPublic } from "#platform/public-files.ts";
import type { DocumentInput, NewDocument } from "./form.ts";
import { mayKeep, refuseVisibility, sees, seesAll, titleOf, type Visibility } from "./rules.ts";

type Store = { FILES: R2Bucket };
type DocumentRef = stored.DocumentRef;
/** The acting user and the user's permissions. */
export type Keeper = By & { may: ReadonlySet<Permission> };

/*
 * Every action on a document refuses `document.stale` when the document changed, is gone, or may not be seen by the user;
 * and `document.needs_publish` or `document.needs_manage` when the document would get a visibility that the user may not
 * give. The caller then queues the message `content.changed`.
 */

/**
 * Makes a document from an uploaded file, once per form `key`, and returns its id. Refuses `document.no_file` (none was
 * sent), `document.slug_taken`, and what `refuseVisibility`, `checkUpload` and `planTimes` refuse.
 */
export async function createDocument(
	env: Store,
	db: Db,
	{ input, upload, key, may, ...by }: Keeper & { input: NewDocument; upload: UploadedFile | undefined; key: string },
): Promise<number> {
	refuseVisibility(may, input.visibility);
	if (!upload) throw new Refusal("document.no_file");
	const move = input.publish === "draft" ? undefined : publishingMove({ ...input, publish: input.publish });
	const plan = planTimes(NEW, { ...input, published_at: null }, { move, at: by.at });
	const file = checkUpload("document", upload);
	const title = input.title || titleOf(file.filename);
	const slug = await slugFor(db, { wanted: input.slug, title });
	const version = await storeVersion(env, file, { note: "", at: by.at });
	const { category, kind, description, visibility, permission } = input;
	const id = madeBy(key);
	const document = { title, slug, category, kind, description, visibility, permission, ...plan, currentVersion: 1 };
	return commitOnce(db, { key, at: by.at }, [
		stored.insertDocument(db, { ...document, createdAt: by.at, updatedAt: by.at }),
		stored.insertFirstVersion(db, id, version),
		...auditSlug(db, "document", { id, slug, action: "create", changes: { visibility, state: plan.state }, ...by }),
	]);
}

const TEXTS = ["title", "slug", "category", "kind", "description", "visibility", "permission"] as const;

/** The result of an edit: the visibility before, if it changed, and the present state. */
export type Edited = { from: Visibility | undefined; state: State };

/**
 * Saves a document's form and takes a step of the workflow with it. Refuses `document.stale`, `document.slug_taken`,
 * `content.slug_empty`, `document.no_file` (to publish), and what `refuseVisibility` and `planTimes` refuse.
 */
export async function editDocument(
	db: Db,
	ref: DocumentRef,
	{ input, move, may, ...by }: Keeper & { input: DocumentInput; move?: Move | undefined },
): Promise<Edited> {
	const was = await seen(db, ref, may);
	refuseVisibility(may, was.visibility);
	refuseVisibility(may, input.visibility);
	const plan = planTimes(standingOf(was), input, { move, at: by.at });
	const isShown = plan.state === "published" || plan.state === "scheduled";
	if (isShown && was.current_version === null) throw new Refusal("document.no_file");
	const { title, category, kind, description, visibility, permission } = input;
	const slug = await slugFor(db, { wanted: input.slug, title, own: was.slug });
	const next = { title, slug, category, kind, description, visibility, permission };
	const texts = TEXTS.filter((name) => next[name] !== was[name]);
	const times = (["publishedAt", "publishAt", "unpublishAt"] as const).filter((t) => plan[t] !== standingOf(was)[t]);
	const edited = { from: texts.includes("visibility") ? was.visibility : undefined, state: plan.state };
	if (!move && texts.length + times.length === 0) return edited;
	const shown = texts.includes("visibility") ? { from: was.visibility, to: visibility } : undefined;
	const changes = { fields: [...texts, ...(move ? [] : times)], ...(shown ? { visibility: shown } : {}) };
	await commit(db, [
		...stored.updateDocument(db, ref, { ...next, ...plan, ...(texts.length > 0 ? { updatedAt: by.at } : {}) }),
		...(changes.fields.length > 0
			? auditSlug(db, "document", { id: ref.id, slug, action: "edit", changes, ...by })
			: []),
		...(move
			? auditSlug(db, "document", { id: ref.id, slug, action: move.step, changes: stepChanges(move.step, was), ...by })
			: []),
	]);
	return edited;
}

/**
 * Stores an uploaded new version, which becomes the current one. Refuses `document.stale` (changed meanwhile),
 * `document.no_file` (none was sent), `document.same_file` (the bytes of the current one), and what `refuseVisibility`
 * and `checkUpload` refuse.
 */
export async function addVersion(
	env: Store,
	db: Db,
	{ ref, upload, note, may, ...by }: Keeper & { ref: DocumentRef; upload: UploadedFile | undefined; note: string },
): Promise<void> {
	const was = await seen(db, ref, may);
	refuseVisibility(may, was.visibility);
	if (!upload) throw new Refusal("document.no_file");
	const version = await storeVersion(env, checkUpload("document", upload), { note, at: by.at, current: was.sha256 });
	await commit(db, [
		stored.insertNextVersion(db, ref.id, version),
		...stored.updateDocument(db, ref, { currentVersion: stored.newestVersion(ref.id), updatedAt: by.at }),
		...auditSlug(db, "document", { id: ref.id, slug: was.slug, action: "add_version", ...by }),
	]);
}

/**
 * Restores an earlier version as a new, current one. Refuses `document.same_file` when it equals the current one, and
 * `document.stale` when the user may not see it or the document has changed.
 */
export async function restoreVersion(
	db: Db,
	ref: DocumentRef,
	{ number, may, ...by }: Keeper & { number: number },
): Promise<void> {
	const was = await seen(db, ref, may);
	refuseVisibility(may, was.visibility);
	if (!seesAll(may) && number < was.public_from) throw new Refusal("document.stale");
	const [[version]] = await readRows(db.$client, stored.versionHash({ id: ref.id, number }));
	if (version?.sha256 === was.sha256) throw new Refusal("document.same_file");
	await commit(db, [
		...stored.repeatVersion({ id: ref.id, number }, { note: `由第 ${number} 版還原`, at: by.at }),
		...stored.updateDocument(db, ref, { currentVersion: stored.newestVersion(ref.id), updatedAt: by.at }),
		...auditSlug(db, "document", { id: ref.id, slug: was.slug, action: "restore_version", changes: { number }, ...by }),
	]);
}

/**
 * The result of a step for several documents: how many were changed, and the titles of those that stayed as they are.
 */
export type Moved = { done: number; skipped: string[] };

/**
 * Takes one step with each of these documents where the step and the user's permissions allow it; ids of documents that
 * the user may not see are ignored. All or nothing: refuses `document.stale` when one changes meanwhile.
 */
export async function moveDocuments(
	db: Db,
	ids: readonly number[],
	{ step, may, ...by }: Keeper & { step: Exclude<Step, "schedule"> },
): Promise<Moved> {
	const [rows] = await readRows(db.$client, stored.standingDocuments(ids));
	const known = rows.filter(({ visibility }) => sees(may, visibility));
	const fits = (row: stored.StandingDocument): boolean =>
		CONTENT.can(step, row.state) &&
		mayKeep(may, row.visibility) &&
		(step !== "publish" || (row.current_version !== null && (row.unpublish_at ?? Infinity) > by.at));
	const able = known.filter(fits);
	const skipped = known.filter((row) => !fits(row)).map(({ title }) => title);
	const [first] = able;
	if (first)
		await commit(db, [
			...stored.updateDocuments(db, able, takeStep(first.state, { step }, by.at)),
			stored.auditDocuments(
				able.map((row) => ({ id: row.id, changes: stepChanges(step, row) })),
				`document.${step}`,
				by,
			),
		]);
	return { done: able.length, skipped };
}

/** What the log keeps of a document before a step that can be taken back. */
const stepChanges = (step: Step, was: stored.StandingDocument) => (isReturned(step) ? stoodAs(was) : {});

/**
 * Takes back the steps that the user took with documents at one moment, of those that the user may still keep. Refuses and
 * returns what `takeBackTexts` does.
 */
export const takeBackDocuments = (db: Db, { moment, may, ...by }: Keeper & { moment: number }): Promise<TakenBack> =>
	takeBackTexts(db, "document", {
		...{ moment, steps: RETURNED_STEPS, by },
		may: ({ visibility }) => visibility !== null && sees(may, visibility) && mayKeep(may, visibility),
	});

/** Reads a document. Refuses `document.stale` for another version than seen, or a document hidden from the user. */
async function seen(db: Db, { id, version }: DocumentRef, may: Keeper["may"]): Promise<stored.StandingDocument> {
	const [[row]] = await readRows(db.$client, stored.standingDocuments([id]));
	if (row?.version !== version || !sees(may, row.visibility)) throw new Refusal("document.stale");
	return row;
}

/** Returns the typed slug, else a free one from the title. Refuses `content.slug_empty` (no letter or digit typed). */
async function slugFor(db: Db, of: { wanted: string; title: string; own?: string }): Promise<string> {
	const typed = slugify(of.wanted);
	if (of.wanted !== "" && typed === "") throw new Refusal("content.slug_empty");
	if (typed !== "") return typed;
	const base = slugify(of.title) || "document";
	const [rows] = await readRows(db.$client, slugsLike("documents", base));
	const taken = new Set(rows.map(({ slug }) => slug).filter((slug) => slug !== of.own));
	return uniqueSlug(base, (slug) => taken.has(slug));
}

/** Stores a version in R2. Refuses `document.same_file` when `current` is the SHA-256 of the same bytes. */
async function storeVersion(
	env: Store,
	{ filename, contentType, bytes }: CheckedFile,
	{ note, at, current = null }: { note: string; at: number; current?: string | null },
): Promise<stored.VersionColumns> {
	const sha256 = await sha256Hex(bytes);
	if (sha256 === current) throw new Refusal("document.same_file");
	const objectKey = documentKey(await fileIdOf(filename, bytes));
	await putPublic(env, objectKey, { bytes, contentType, sha256 });
	return { filename, contentType, size: bytes.length, sha256, objectKey, note, createdAt: at };
}
