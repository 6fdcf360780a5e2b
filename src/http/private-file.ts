import { SHOWN } from "#domain/system/files/types.ts";

/** A file with its readable bytes, as `openFile` gives it. */
export type Opened = {
	file: { filename: string; contentType: string; size: number };
	body: Uint8Array | ReadableStream;
};

/**
 * A private file as an answer that nobody keeps. Whoever calls has decided that it may be seen. Pictures and PDF are shown
 * in the browser where `as` says so; every other type is downloaded whatever it says.
 */
export function privateFileResponse({ file, body }: Opened, as: "inline" | "attachment" = "attachment"): Response {
	const disposition = SHOWN.some((type) => type === file.contentType) ? as : "attachment";
	return new Response(body, {
		headers: {
			"Content-Type": file.contentType,
			"Content-Length": String(file.size),
			"Content-Disposition": contentDisposition(disposition, file.filename),
			"Content-Security-Policy": "sandbox; default-src 'none'",
			"Cache-Control": "no-store",
			"Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff",
		},
	});
}

/** RFC 6266 with the name as RFC 8187 §3.2.1 writes it: encodeURIComponent leaves four characters not allowed there. */
export function contentDisposition(disposition: "inline" | "attachment", filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const extended = encodeURIComponent(filename).replace(
		/['()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${disposition}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
