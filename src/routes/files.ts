import * as z from "zod";
import {
	type AttachmentRow,
	type DocumentRow,
	documentBySlug,
	type PictureRow,
	publicAttachment,
	publicPicture,
} from "#db/content/index.ts";
import { DocumentParams, namedAs, PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from "#domain/content/index.ts";
import type { Handler } from "#http/context.ts";
import { type Endpoint, endpoint, type Found } from "#http/endpoint.ts";
import { unanswered } from "#http/errors.ts";
import { type PublicFile, sendFile } from "#http/file.ts";
import { paths } from "#http/paths.ts";
import { reply } from "#http/reply.ts";
import { resolve } from "#http/serve.ts";
import { leadTo } from "#routes/articles.ts";

/** The row of a file, which is all that the cache stores of it; the bytes always come from R2. */
const File = z.object({
	filename: z.string(),
	content_type: z.string(),
	size: z.int(),
	sha256: z.string(),
	object_key: z.string(),
	modified_at: z.int(),
	/** Whether the original stands in for a smaller copy that is not there. */
	is_stand_in: z.boolean(),
});
/** `original` is served in place of a smaller copy whose object R2 does not have. */
const Stored = File.extend({ original: File.nullable() });
type File = z.infer<typeof File>;

const found = (body: z.infer<typeof Stored>): Found => ({ kind: "json", known: true, body });

export const showAttachment = endpoint({
	path: "/attachments/:id/:filename",
	summary: "附件與圖片",
	description:
		"已發布內容所用的檔案。內容永不改變（換檔即換 id），可快取一年；支援 Range 與條件式請求。圖片可加 `w`（像素寬度）與 `format`（預設 webp）取得較小的版本，絕不比原圖大；還沒做好、做不成、或原圖更小時給原圖，只快取一分鐘。可能透明的圖片沒有 JPEG。",
	params: z.object({ id: z.string().regex(/^[a-z2-7]{26}$/), filename: z.string().min(1).max(240) }),
	query: z.strictObject({
		w: z.enum(PICTURE_WIDTHS.map(String)).optional(),
		format: z.enum(PICTURE_FORMATS).optional(),
	}),
	reply: Stored,
	also: [404],
	example: "/attachments/{id}/{filename}",
	fill: async (fill, { params: { id, filename }, query: { w, format } }) => {
		if (w === undefined && format === undefined) {
			const [[row]] = await fill.read(publicAttachment(id));
			return row?.filename === filename.normalize("NFC") ? found(stored(row, row.created_at)) : { kind: "missing" };
		}
		const copy = { format: format ?? "webp", width: Number(w ?? Math.max(...PICTURE_WIDTHS)) };
		const [[row]] = await fill.read(publicPicture(id, copy));
		return row?.filename === filename.normalize("NFC") ? found(storedCopy(row, copy.format)) : { kind: "missing" };
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
	is_stand_in: false,
	original: null,
});

/** The smaller copy of a picture, or the original in its stead. */
const storedCopy = (row: PictureRow, format: PictureFormat) =>
	row.variant_key === null
		? { ...stored(row, row.created_at), is_stand_in: true }
		: {
				filename: namedAs(row.filename, format),
				content_type: `image/${format}`,
				size: row.variant_size,
				sha256: row.variant_sha256,
				object_key: row.variant_key,
				modified_at: row.variant_made_at,
				is_stand_in: false,
				original: { ...stored(row, row.created_at), is_stand_in: true },
			};

/** How long the original is kept at the address of a smaller copy: not longer than the copy takes. */
const STAND_IN_CACHE = "public, max-age=60";

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
		const send = (file: File) => sendFile(c, found.state, fileOf(file, cacheControl));
		const sent = (await send(row)) ?? (row.original && (await send(row.original)));
		if (!sent) throw new Error(`R2 has no object for ${row.object_key}`);
		return sent;
	};
}

const fileOf = (row: File, cacheControl: string): PublicFile => ({
	filename: row.filename,
	contentType: row.content_type,
	size: row.size,
	sha256: row.sha256,
	objectKey: row.object_key,
	modifiedAt: row.modified_at,
	cacheControl: row.is_stand_in ? STAND_IN_CACHE : cacheControl,
});
