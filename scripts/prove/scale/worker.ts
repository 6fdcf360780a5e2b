/**
 * The Worker with the work of its database counted: each answer tells in its headers how many round trips to DB it
 * took and how many rows they read. It has an address of one bare query, and addresses that do what no page may.
 */
import type { Bindings } from "#env.ts";
import worker from "#index.ts";
import { counted } from "../../../test/support/round-trips.ts";
import { BARE, PLANTED, ROWS, TRIPS } from "./names.ts";

type Result = { meta: { rows_read: number } };

/** Returns the rows that a round trip read; 0 for `raw` of D1, which does not tell them (the row of a file by its id). */
function rowsRead(result: unknown): number {
	const results = (Array.isArray(result) ? result : [result]) as Partial<Result>[];
	return results.reduce((sum, one) => sum + (one?.meta?.rows_read ?? 0), 0);
}

const QUERIES: Record<string, (db: D1Database) => Promise<Response>> = {
	[BARE]: async (db) => Response.json(await db.prepare("SELECT 1").all()),
	[PLANTED.reads]: async (db) =>
		Response.json(await db.prepare("SELECT count(*) FROM audit_log WHERE description = ''").all()),
	[PLANTED.asks]: async (db) => {
		const { results } = await db.prepare("SELECT id FROM notes LIMIT 20").all();
		for (const { id } of results) await db.prepare("SELECT content FROM notes WHERE id = ?").bind(id).all();
		return new Response("asked");
	},
	[PLANTED.fails]: async (db) => {
		const { results } = await db.prepare("SELECT id FROM notes LIMIT 20").all();
		return new Response("failed", { status: results.length < 20 ? 200 : 500 });
	},
};

export default {
	async fetch(request, env, context): Promise<Response> {
		const trips: unknown[] = [];
		const DB = counted(env.DB, (result) => trips.push(result));
		const own = QUERIES[new URL(request.url).pathname];
		const answer = own ? await own(DB) : await worker.fetch(request, { ...env, DB }, context);
		const body = await answer.arrayBuffer();
		const read = (await Promise.all(trips)).map(rowsRead).reduce((sum, n) => sum + n, 0);
		const headers = new Headers(answer.headers);
		headers.set(TRIPS, String(trips.length));
		headers.set(ROWS, String(read));
		return new Response(body, { status: answer.status, headers });
	},
} satisfies ExportedHandler<Bindings>;
