import type { Endpoint, Found } from "#http/endpoint.ts";
import { PROBLEM_TYPE, problemBody } from "#http/problem.ts";
import { etagOf } from "#http/reply.ts";
import { shaperOf } from "#http/shape.ts";
import { utf8 } from "#kernel/bytes.ts";
import type { Entry, Whole } from "#platform/cache.ts";

/**
 * Turns the result of a fill (the making of an answer that no cache has) into the entry that the caches store and the
 * client receives: 200, 301 for "moved", 404 for "missing", 410 for "archived".
 */
export async function entryOf(
	found: Found,
	endpoint: Endpoint,
	where: { base: string; path: string; rev: number },
): Promise<Whole> {
	const bare = { location: null, rev: where.rev, etag: "", known: false };
	const problem = (status: 404 | 410, detail: string): Whole => ({
		...bare,
		status,
		contentType: PROBLEM_TYPE,
		body: utf8(problemBody({ status, detail }, where.base, where.path)),
	});
	switch (found.kind) {
		case "missing":
			return problem(404, NOWHERE);
		case "archived":
			return problem(410, "This was published and is archived now.");
		case "moved":
			return { ...bare, status: 301, contentType: "text/plain", body: utf8(""), location: where.base + found.to };
		case "text":
			return finished(found.body, { ...bare, contentType: found.contentType, known: true });
		case "json":
			return finished(JSON.stringify(shaped(found.as ?? endpoint.reply, found.body)), {
				...bare,
				contentType: JSON_TYPE,
				known: found.known,
			});
	}
}

async function finished(text: string, entry: Omit<Entry, "status" | "body">): Promise<Whole> {
	const body = utf8(text);
	return { ...entry, status: 200, body, etag: await etagOf(body) };
}

/** Returns the body with the fields that the reply's schema names; a reply that is a media type has no schema. */
const shaped = (reply: Endpoint["reply"], body: unknown): unknown =>
	typeof reply === "string" ? body : shaperOf(reply)(body);

const JSON_TYPE = "application/json; charset=utf-8";
export const NOWHERE = "No published resource has this address.";
