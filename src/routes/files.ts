import * as z from "zod";
import { type AttachmentRow, type DocumentRow, documentBySlug, publicAttachment } from "#db/content/index.ts";
import { DocumentParams } from "#domain/content/index.ts";
import type { Handler } from "#http/context.ts";
import { type Endpoint, endpoint } from "#http/endpoint.ts";
import { unanswered } from "#http/errors.ts";
import { type PublicFile, sendFile } from "#http/file.ts";
import { paths } from "#http/paths.ts";
import { reply } from "#http/reply.ts";
import { resolve } from "#http/serve.ts";
import { leadTo } from "#routes/articles.ts";

/** The row of a file, which is all that the cache stores of it; the bytes always come from R2. */
const Stored = z.object({
	filename: z.string(),
	content_type: z.string(),
	size: z.int(),
	sha256: z.string(),
	object_key: z.string(),
	modified_at: z.int(),
});

export const showAttachment = endpoint({
	path: "/attachments/:id/:filename",
	summary: "附件與圖片",
	description: "已發布內容所用的檔案。內容永不改變（換檔即換 id），可快取一年；支援 Range 與條件式請求。",
	params: z.object({ id: z.string().regex(/^[a-z2-7]{26}$/), filename: z.string().min(1).max(240) }),
	query: z.strictObject({}),
	reply: Stored,
	also: [404],
	example: "/attachments/{id}/{filename}",
	fill: async (fill, { params }) => {
		const [[row]] = await fill.read(publicAttachment(params.id));
		if (!row || row.filename !== params.filename.normalize("NFC")) return { kind: "missing" };
		return { kind: "json", known: true, body: stored(row, row.created_at) };
	},
});

export const downloadDocument = endpoint({
	path: "/documents/:slug/download",
	summary: "下載文件",
	description: "公開文件的現行版本；支援 Range 與條件式請求。",
	params: DocumentParams,
	query: z.strictObject({}),
	reply: Stored,
	also: [301, 404, 410],
	example: "/documents/{slug}/download",
	fill: async (fill, { params }) => {
		const [[row]] = await fill.read(documentBySlug(params.slug));
		if (row?.elsewhere !== null) return leadTo(row?.elsewhere, params.slug, paths.api.documentDownload);
		return { kind: "json", known: true, body: stored(row, row.updated_at) };
	},
});

const stored = (row: AttachmentRow | DocumentRow, modifiedAt: number) => ({
	filename: row.filename,
	content_type: row.content_type,
	size: row.size,
	sha256: row.sha256,
	object_key: row.object_key,
	modified_at: modifiedAt,
});

type Serving = {
	cacheControl: string;
	/**
	 * When set, the file is only served while the database confirms that it is still public: a document may have been
	 * restricted since.
	 */
	asksAlways?: true;
};

/**
 * Makes the handler of an address that serves files: it reads the file's row through the caches, then the bytes from
 * R2. With `asksAlways` it answers 503 while the database is silent.
 */
export function serveFile(of: Endpoint, { cacheControl, asksAlways }: Serving): Handler {
	return async (c) => {
		const found = await resolve(c, of);
		if (found instanceof Response) return found;
		if (asksAlways && (found.state.isOld || found.tier === "stale")) return unanswered(c, found.state);
		if (found.entry.status !== 200) return reply(c.req.raw, found.entry, { ...found, spentMs: 0 });
		const row = Stored.parse(await new Response(found.entry.body).json());
		const file: PublicFile = {
			filename: row.filename,
			contentType: row.content_type,
			size: row.size,
			sha256: row.sha256,
			objectKey: row.object_key,
			modifiedAt: row.modified_at,
			cacheControl,
		};
		return sendFile(c, found.state, file);
	};
}
