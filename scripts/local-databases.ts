/**
 * Local databases and the bucket for scripts: D1 and R2 in a workerd that runs nothing else. Miniflare's own binding
 * makes a blocking request to workerd for each `prepare` and each `bind` of a statement. Here statements are kept in
 * this process, and those of one batch are sent in one request.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { parse } from "smol-toml";
import * as z from "zod";
import type { Bindings } from "#env.ts";
import { type Asked, Database } from "./asked-database.ts";

const Configuration = z.object({
	compatibility_date: z.string(),
	compatibility_flags: z.array(z.string()),
	d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })),
	r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string() })),
});

type Stores = Pick<Bindings, "DB" | "SEARCH" | "FILES">;

/**
 * The Worker inside workerd: it runs the statements of a request as one batch. With `raw` it runs a single statement
 * and returns its rows as arrays with the names of the columns.
 */
const RUNS = `export default {
	async fetch(request, env) {
		const { binding, statements, raw } = await request.json();
		try {
			const bound = statements.map(({ sql, params }) => env[binding].prepare(sql).bind(...params));
			return Response.json({ answers: raw ? await bound[0].raw({ columnNames: true }) : await env[binding].batch(bound) });
		} catch (error) {
			const refused = [];
			for (let e = error; e instanceof Error; e = e.cause) refused.push(e.message);
			return Response.json({ refused });
		}
	},
};`;
const Answer = z.union([z.object({ answers: z.array(z.unknown()) }), z.object({ refused: z.array(z.string()) })]);

/**
 * Opens the databases and the bucket that wrangler.toml names, with their data in `dataDir`. `dispose` stops the
 * workerd; without it the process does not end.
 */
export async function openLocal(dataDir: string): Promise<{ env: Stores; dispose: () => Promise<void> }> {
	const config = Configuration.parse(parse(readFileSync("wrangler.toml", "utf8")));
	const worker = {
		name: "stores",
		modules: true,
		script: RUNS,
		compatibilityDate: config.compatibility_date,
		compatibilityFlags: config.compatibility_flags,
		d1Databases: Object.fromEntries(config.d1_databases.map((one) => [one.binding, one.database_id])),
		r2Buckets: Object.fromEntries(config.r2_buckets.map((one) => [one.binding, one.bucket_name])),
	} as const;
	const options = convertV4MiniflareOptions({ workers: [worker] });
	const mf = new Miniflare({ ...options, resourcePersistencePath: join(dataDir, "v3") });
	const { href } = await mf.ready;
	const ask = async (asked: Asked): Promise<unknown[]> => {
		const body = JSON.stringify(asked, (_, value: unknown) => (ArrayBuffer.isView(value) ? bytesOf(value) : value));
		const answer = Answer.parse(await post(href, body));
		if ("answers" in answer) return answer.answers;
		throw answer.refused.reduceRight<Error | undefined>((cause, words) => new Error(words, { cause }), undefined);
	};
	const FILES = openedOnUse(async () => (await mf.getBindings<Pick<Stores, "FILES">>()).FILES);
	const env = { DB: new Database("DB", ask), SEARCH: new Database("SEARCH", ask), FILES };
	return { env, dispose: () => mf.dispose() };
}

/**
 * Returns a bucket that is opened when it is first asked: Miniflare's way to it takes as long as the start of the
 * databases, and most scripts have no use for it. Each of its methods is asynchronous, as are R2's but
 * `resumeMultipartUpload`, which no script calls.
 */
function openedOnUse(open: () => Promise<R2Bucket>): R2Bucket {
	let opened: Promise<R2Bucket> | undefined;
	const method =
		(name: string | symbol) =>
		async (...given: unknown[]): Promise<unknown> => {
			opened ??= open();
			const bucket = await opened;
			return Reflect.apply(Reflect.get(bucket, name), bucket, given);
		};
	return new Proxy({} as R2Bucket, { get: (_, name) => method(name) });
}

/**
 * Sends a body, and returns the JSON of the answer. Each request has a connection of its own: workerd closes one that was
 * idle for 15 s, and a script that computed for so long would not know whether what it wrote to a closed one was done.
 */
const post = (to: string, body: string): Promise<unknown> =>
	new Promise((resolve, reject) => {
		request(to, { method: "POST", agent: false }, (answer) => json(answer).then(resolve, reject))
			.on("error", reject)
			.end(body);
	});

/** Returns bytes as an array of numbers, the form in which D1 takes them as a parameter. */
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): number[] => [
	...new Uint8Array(buffer, byteOffset, byteLength),
];
