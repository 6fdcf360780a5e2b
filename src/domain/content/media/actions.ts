import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { mediaByIds, type OneMediaRow, oneMedia } from "#db/content/media.ts";
import {
	deleteMedia,
	inheritAlt,
	insertMedia,
	moveUses,
	type NamingRow,
	picturesBeside,
	type Renamed,
	refuseUsed,
	type Said,
	textsNaming,
	updateNaming,
	updateSaid,
} from "#db/content/media-writes.ts";
import { variantKeys } from "#db/content/pictures.ts";
import { keepFirst, keepRevision } from "#db/content/revisions.ts";
import { readRows } from "#db/read.ts";
import type { Composed } from "#domain/content/content/compose.ts";
import { sizesOf } from "#domain/content/content/files.ts";
import { checkUpload, type UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { errorText, log } from "#platform/log.ts";
import { attachmentKey, fileIdOf, hasObject, putAttachment, removePublic } from "#platform/public-files.ts";
import { type MediaFile, mediaFileOf, withFile } from "./rules.ts";

/** The Worker bindings that media files need: the database and the bucket of files. */
type Store = { DB: D1Database; FILES: R2Bucket };
/** The id of a file, and the version that staff saw. */
export type MediaRef = { id: string; version: number };

/**
 * A checked file whose object is in R2. `writes` insert its row, and are empty when the file is stored already;
 * `putAgain` stores the object once more after the commit where it is gone: the file was removed between our read and
 * our commit, or R2 lost it.
 */
type Prepared = { file: MediaFile; writes: Write[]; putAgain: () => Promise<void> };

/**
 * Stores a file for the website, once: the same file again returns the stored one. A picture loses its metadata about
 * people and places. Refuses what `checkUpload` refuses.
 */
export const uploadMedia = (env: Store, db: Db, { upload, by }: { upload: UploadedFile; by: By }): Promise<MediaFile> =>
	onceMore(async () => {
		const { file, writes, putAgain } = await prepare(env, db, { upload, by });
		await commit(db, writes);
		await putAgain();
		return file;
	});

/**
 * Sets the alternative text and the focal point of a picture; the same ones change nothing. Refuses `media.stale` when the picture is
 * gone, changed meanwhile, or is hidden from the user (`all` says that the user sees all files).
 */
export async function editMedia(
	db: Db,
	ref: MediaRef,
	{ alt, focus, all, by }: Said & { all: boolean; by: By },
): Promise<void> {
	const [[seen]] = await readRows(db.$client, oneMedia(ref.id, all));
	if (!seen) throw new Refusal("media.stale");
	const [before, now] = [pointWords({ x: seen.focal_x, y: seen.focal_y }), pointWords(focus)];
	const changes = {
		...(seen.alt === alt ? {} : { alt: { from: seen.alt, to: alt } }),
		...(before === now ? {} : { focus: { from: before, to: now } }),
	};
	if (Object.keys(changes).length === 0) return;
	await commit(db, [
		...updateSaid(ref, { alt, focus }, by.at),
		...audit(db, { action: "media.edit", id: ref.id, by, changes }),
	]);
}

const pointWords = (point: { x: number | null; y: number | null } | null): string | null =>
	point === null || point.x === null ? null : `${point.x}% ${point.y}%`;

/**
 * Stores another file and puts it in the place of the file `id` everywhere: as cover, in texts (rendered anew, with its
 * size), among attachments and in SEO fields, in one batch with a revision and an audit row of each text. The old file
 * stays in the library. Refuses what `checkUpload` refuses, `media.same` (both are one file), `media.stale` (the old
 * file is gone or came into use meanwhile), `article.stale` or `page.stale` (a text changed meanwhile),
 * `content.too_long` of a text, and, without `all`, `media.for_few` when a text is not for everybody.
 */
export const replaceMedia = (
	env: Store,
	db: Db,
	{ id, upload, all, by }: { id: string; upload: UploadedFile; all: boolean; by: By },
): Promise<{ file: MediaFile; changed: number }> =>
	onceMore(async () => {
		const [[old], texts, pictures] = await readRows(env.DB, oneMedia(id, all), textsNaming(id), picturesBeside(id));
		if (!old) throw new Refusal("media.stale");
		if (!all && texts.some((text) => text.is_for_few)) throw new Refusal("media.for_few");
		const { file, writes, putAgain } = await prepare(env, db, { upload, by, notId: id });
		const sizes = sizesOf([...pictures, file]);
		const { compose } = await import("#domain/content/content/compose.ts");
		const renamed = texts.map((text) => renamedIn(text, { old, file, render: (body) => compose(body, sizes) }));
		await commit(db, [...writes, ...replacing(db, { old, file, renamed, by })]);
		await putAgain();
		return { file, changed: texts.length };
	});

/**
 * Deletes a file that is not used, and its objects after the commit: with those of a picture's smaller copies. Refuses `media.in_use` (a text or an unsaved draft
 * names it) and `media.stale` (changed meanwhile).
 */
export async function removeMedia(env: Store, db: Db, { ref, by }: { ref: MediaRef; by: By }): Promise<void> {
	const [copies] = await readRows(env.DB, variantKeys(ref.id));
	await commit(db, [...deleteMedia(ref), ...audit(db, { action: "media.remove", id: ref.id, by })]);
	try {
		await removePublic(env, [attachmentKey(ref.id), ...copies.map((copy) => copy.object_key)]);
	} catch (error) {
		// An object that could not be removed is left to the sweep.
		log("warn", "media.object_not_removed", { file: ref.id, error: errorText(error) });
	}
}

async function prepare(
	env: Store,
	db: Db,
	{ upload, by, notId }: { upload: UploadedFile; by: By; notId?: string },
): Promise<Prepared> {
	const { bytes, ...checked } = checkUpload("media", upload);
	const id = await fileIdOf(checked.filename, bytes);
	if (id === notId) throw new Refusal("media.same");
	const [[stored]] = await readRows(env.DB, mediaByIds([id]));
	const row = { id, ...checked, size: bytes.length, sha256: await sha256Hex(bytes), objectKey: attachmentKey(id) };
	const put = () => putAttachment(env, { ...row, bytes });
	const putAgain = async () => {
		if (!(await hasObject(env, row.objectKey))) await put();
	};
	if (stored) return { file: mediaFileOf(stored), writes: [], putAgain };
	await put();
	return {
		file: mediaFileOf({ ...row, content_type: row.contentType, alt: "" }),
		writes: [...insertMedia(row, by), ...audit(db, { action: "media.upload", id, by })],
		putAgain,
	};
}

/** Runs again when another user stored the same file at the same time, so that the first one's row is found. */
async function onceMore<T>(run: () => Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof Refusal && error.code === "attachment.is_final") return run();
		throw error;
	}
}

type Replacing = { old: OneMediaRow; file: MediaFile };

type Rendering = Replacing & { render: (body: string) => Composed };

function renamedIn(text: NamingRow, { old, file, render }: Rendering): Renamed {
	const { body_markdown: body, seo_image: seo, ...row } = text;
	return {
		...row,
		cover_id: row.cover_id === old.id ? file.id : row.cover_id,
		seo_image: seo === null ? null : withFile(seo, old, file),
		made: body === null ? undefined : render(withFile(body, old, file)),
	};
}

/** Returns the writes that change each text, with a revision for the kinds of texts that have revisions. */
function replacing(db: Db, { old, file, renamed, by }: Replacing & { renamed: Renamed[]; by: By }): Write[] {
	const kept = renamed.flatMap(({ resource, id }) => (resource === "announcement" ? [] : [{ resource, id }]));
	const changes = { from: old.id, to: file.id };
	return [
		...kept.flatMap(keepFirst),
		...renamed.flatMap((text) => updateNaming(text, by.at)),
		...moveUses(old.id, file.id),
		refuseUsed("media.stale", old.id),
		...kept.flatMap((record) => keepRevision({ ...record, reason: "replace", by })),
		...inheritAlt(old.id, file.id, by.at),
		...audit(db, { action: "media.replace", id: old.id, by, changes: { ...changes, texts: renamed.length } }),
		...renamed.flatMap(({ resource, id }) =>
			recordAudit(db, {
				...by,
				action: `${resource}.edit`,
				auditableType: resource,
				auditableId: String(id),
				description: `media ${old.id}`,
				changes: { media: changes },
			}),
		),
	];
}

type Audited = { action: string; id: string; by: By; changes?: Record<string, unknown> };

const audit = (db: Db, { action, id, by, changes = {} }: Audited): Write[] =>
	recordAudit(db, { ...by, action, auditableType: "media", auditableId: id, description: "", changes });
