import { type SQL, sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { slugsLike } from "#db/content/article-edits.ts";
import * as stored from "#db/content/document-writes.ts";
import { readRows } from "#db/read.ts";
import { uniqueSlug } from "#domain/content/content/slug.ts";
import type { By } from "#kernel/by.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { documentKey, fileIdOf, putPublic } from "#platform/public-files.ts";
import type { DocumentKind } from "./kinds.ts";

/** A notice as a press makes it: a PDF file, and what its document says of it. */
export type Notice = {
	kind: Exclude<DocumentKind, "general">;
	title: string;
	/** The slug that a new document gets, with a number where it is taken. */
	slug: string;
	description: string;
	filename: string;
	pdf: Uint8Array;
};
/** The document's id for other writes of the batch, and the writes that publish the notice. */
export type Pressed = { id: SQL<number>; writes: Write[] };

/**
 * Stores the file of a notice and returns the writes that publish it as a new version of the document `was`, or as a new
 * document. With `forgets` the versions before are deleted: they may name who took the permission back. The batch
 * refuses `document.stale` when the document changed meanwhile, and `document.slug_taken`. The caller then queues the
 * message `content.changed`.
 */
export async function pressDocument(
	env: { FILES: R2Bucket },
	db: Db,
	{ notice, was, forgets, by }: { notice: Notice; was: number | undefined; forgets: boolean; by: By },
): Promise<Pressed> {
	const { kind, title, description, filename, pdf } = notice;
	const sha256 = await sha256Hex(pdf);
	const objectKey = documentKey(await fileIdOf(filename, pdf));
	const contentType = "application/pdf";
	await putPublic(env, objectKey, { bytes: pdf, contentType, sha256 });
	const file = { filename, contentType, size: pdf.length, sha256, objectKey, note: "由系統產生", createdAt: by.at };
	if (was === undefined) {
		const [taken] = await readRows(db.$client, slugsLike("documents", notice.slug));
		const slug = uniqueSlug(notice.slug, (one) => taken.some((row) => row.slug === one));
		const id = sql<number>`(SELECT id FROM documents WHERE slug = ${slug})`;
		const about = { kind, title, slug, description, visibility: "public", state: "published" } as const;
		const times = { publishedAt: by.at, createdAt: by.at, updatedAt: by.at };
		const document = { ...about, ...times, currentVersion: 1, pressedVersion: 1 };
		return { id, writes: [stored.insertDocument(db, document), stored.insertFirstVersion(db, id, file)] };
	}
	const [[row]] = await readRows(db.$client, stored.standingDocuments([was]));
	const next = sql<number>`(SELECT max(number) + 1 FROM document_versions WHERE document_id = ${was})`;
	const shown = { state: "published", publishedAt: row?.published_at ?? by.at, publishAt: null } as const;
	const over = { unpublishAt: null, archivedAt: null, trashedAt: null };
	const texts = { description, currentVersion: next, pressedVersion: next, updatedAt: by.at };
	return {
		id: sql<number>`${was}`,
		writes: [
			...stored.updateDocument(db, { id: was, version: row?.version ?? 0 }, { ...shown, ...over, ...texts }),
			stored.insertNextVersion(db, was, file),
			...(forgets ? [stored.forgetVersions(was)] : []),
		],
	};
}
