import { contentDisposition } from "#http/private-file.ts";

/** Makes the response that downloads a ZIP archive, given in pieces; no cache may store it. */
export function zipResponse(pieces: readonly Uint8Array[], filename: string): Response {
	const rest = [...pieces];
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			const next = rest.shift();
			if (next) controller.enqueue(next);
			else controller.close();
		},
	});
	return new Response(body, {
		headers: {
			"Content-Type": "application/zip",
			"Content-Disposition": contentDisposition("attachment", filename),
			"Cache-Control": "no-store",
		},
	});
}
