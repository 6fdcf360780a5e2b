import { SHOWN } from "#domain/system/index.ts";

/** A private file, opened: its name, type, size, and its bytes unencrypted. */
export type Opened = {
	file: { filename: string; contentType: string; size: number };
	body: Uint8Array | ReadableStream;
};

/**
 * Makes the response of a private file, which no cache may store. It checks no permission: the caller must have done
 * so. With `as` "inline", the types in SHOWN (pictures and PDF) are shown in the browser; every other type is always
 * downloaded.
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

/**
 * Writes a Content-Disposition header (RFC 6266) with the file name as in RFC 8187 §3.2.1, where four characters that
 * encodeURIComponent leaves must also be encoded.
 */
export function contentDisposition(disposition: "inline" | "attachment", filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const extended = encodeURIComponent(filename).replace(
		/['()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${disposition}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
