import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { view } from "#auth/route.ts";
import { oneMedia } from "#db/content/media.ts";
import { smallestCopy } from "#db/content/pictures.ts";
import { readRows } from "#db/read.ts";
import { isShownPicture } from "#domain/content/media/rules.ts";
import { MediaFileParams } from "#domain/content/media/schema.ts";
import { paths } from "#http/paths.ts";
import { contentDisposition } from "#http/private-file.ts";
import { matches } from "#http/reply.ts";
import { readFile } from "#platform/files.ts";
import { log } from "#platform/log.ts";

/**
 * The Cache-Control of a file. A file never changes at its address, but the cache is short because the next user of the
 * browser may not be allowed to see it.
 */
const CACHE = "private, max-age=600";

/**
 * Sends the bytes of a file to users whom the gate `media_files` admits, even when nothing public shows the file;
 * "missing" when the user may not see it or the name in the address is another. Pictures are shown, other files are
 * downloaded. `?small=1` asks for the smallest copy of a picture; the original comes while there is none.
 */
export const showMediaFile = view({
	path: paths.admin.media.filePlace(),
	gate: "media_files",
	holds: "own",
	params: MediaFileParams,
	query: z.strictObject({ small: z.literal("1").optional() }),
	show: async ({ c, env, params, query, who }) => {
		const all = allows("announcements_manage", who);
		const [[file], [small]] = await readRows(env.DB, oneMedia(params.id, all), smallestCopy(params.id));
		if (!file || file.filename !== params.filename.normalize("NFC")) return "missing";
		const copy = query.small ? small : undefined;
		const etag = `"${(copy ?? file).sha256.slice(0, 32)}"`;
		const headers = {
			ETag: etag,
			"Cache-Control": CACHE,
			"Content-Disposition": contentDisposition(
				isShownPicture(file.content_type) ? "inline" : "attachment",
				file.filename,
			),
			"Content-Security-Policy": "default-src 'none'; sandbox",
		};
		const known = c.req.header("If-None-Match");
		if (known !== undefined && matches(known, etag)) return new Response(null, { status: 304, headers });
		const body = await readFile(env.FILES, (copy ?? file).object_key);
		if (!body) {
			log("error", "media.object_missing", { file: file.id });
			return "missing";
		}
		const type = copy ? "image/webp" : file.content_type;
		const whole = { ...headers, "Content-Type": type, "Content-Length": String((copy ?? file).size) };
		return new Response(body, { headers: whole });
	},
});
