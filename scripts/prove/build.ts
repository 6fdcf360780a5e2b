/**
 * `npm run prove -- build [RECORDS]`: a website that is built in one go. It fetches 1,000 articles and 1,000 pages one by
 * one with a read token, beside readers of the same service, and once more as lists with `include=body`. All within a
 * minute, without a 429; a build without the token is refused, and the refusal says so.
 */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { open } from "#db/commit.ts";
import { createReadToken } from "#domain/content/read-tokens/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { openDatabase } from "../../test/support/content-database.ts";
import { serveBuilt } from "../../test/support/serve-built.ts";
import { median } from "../bench/load.ts";
import { buildAssets } from "../build-assets.ts";
import { freePort } from "../server.ts";

const RECORDS = Number(process.argv[2] ?? 1_000);
const AT_ONCE = 8;
const READERS = 4;
const READ_EACH_MS = 100;
const LONGEST_MS = 60_000;
const PER_PAGE = 50;
const BODY = "<p>照顧者的一天，從量體溫開始。</p>".repeat(60);
const SITE = "198.51.100.1";

const List = z.object({ data: z.array(z.object({ body_html: z.string() })), meta: z.object({ last_page: z.int() }) });

await buildAssets();
const { env, folder, dispose } = await openDatabase("migrated");
const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RECORDS})`;
await env.DB.batch([
	env.DB.prepare(
		`${rows} INSERT INTO articles (slug, type, state, title, body_html, published_at, created_at, updated_at)
		SELECT 'article-' || i, 'news', 'published', '文章 ' || i, ?1, i, 1, 1 FROM n`,
	).bind(BODY),
	env.DB.prepare(
		`${rows} INSERT INTO pages (slug, path, state, title, body_html, position, published_at, created_at, updated_at)
		SELECT 'page-' || i, 'page-' || i, 'published', '頁面 ' || i, ?1, i, 1, 1, 1 FROM n`,
	).bind(BODY),
]);
const token = await createReadToken(open(env.DB), "官網", byOperator(Date.now()));
const server = await serveBuilt({ port: await freePort(), dataDir: folder });

const get = (path: string, headers: Record<string, string>): Promise<Response> =>
	fetch(`${server.address}/api/v1${path}`, { headers });
const withToken = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": SITE };

/** Fetches every path, AT_ONCE at a time, until one is refused; returns how long it took, and the refusal. */
async function fetchAll(paths: readonly string[], headers: Record<string, string>) {
	const left = [...paths];
	const startedAt = Date.now();
	let refused: Response | undefined;
	const worker = async (): Promise<void> => {
		for (let path = left.shift(); path !== undefined && !refused; path = left.shift()) {
			const answer = await get(path, headers);
			if (answer.status === 429) refused = answer;
			else assert.equal(answer.status, 200, `${path}: ${answer.status}`);
			await answer.clone().arrayBuffer();
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return { ms: Date.now() - startedAt, refused };
}

/** Reads articles as visitors do, each reader from an address of its own, until told to stop. */
function startReaders() {
	const times: number[] = [];
	let isOver = false;
	const read = async (nth: number): Promise<void> => {
		for (let n = 1; !isOver; n++) {
			const startedAt = Date.now();
			const answer = await get(`/articles/article-${(n % 20) + 1}`, { "CF-Connecting-IP": `192.0.2.${nth}` });
			await answer.arrayBuffer();
			assert.equal(answer.status, 200, "a reader was refused");
			times.push(Date.now() - startedAt);
			await wait(READ_EACH_MS);
		}
	};
	const all = Promise.all(Array.from({ length: READERS }, (_, nth) => read(nth + 1)));
	return async () => {
		isOver = true;
		await all;
		return times;
	};
}

/** Fetches all records of a list with their texts; returns how many there were. */
async function fetchWhole(list: string): Promise<number> {
	let records = 0;
	for (let page = 1, last = 1; page <= last; page++) {
		const answer = await get(`${list}?include=body&per_page=${PER_PAGE}&page=${page}`, withToken);
		assert.equal(answer.status, 200);
		const { data, meta } = List.parse(await answer.json());
		for (const { body_html } of data) assert.equal(body_html, BODY);
		records += data.length;
		last = meta.last_page;
	}
	return records;
}

try {
	const paths = Array.from({ length: RECORDS }, (_, i) => [
		`/articles/article-${i + 1}`,
		`/pages/page-${i + 1}`,
	]).flat();
	const stop = startReaders();
	const { ms, refused } = await fetchAll(paths, withToken);
	const readTimes = await stop();
	assert.equal(refused, undefined, "the build was refused with its token");
	console.log(`${paths.length} records one by one: ${(ms / 1000).toFixed(1)} s, no 429`);
	console.log(`${readTimes.length} reads beside it: ${median(readTimes).toFixed(0)} ms at the median, no 429`);

	const startedAt = Date.now();
	const whole = [await fetchWhole("/articles"), await fetchWhole("/pages")];
	const wholeMs = Date.now() - startedAt;
	assert.deepEqual(whole, [RECORDS, RECORDS]);
	console.log(`${paths.length} records as lists of ${PER_PAGE} with include=body: ${(wholeMs / 1000).toFixed(1)} s`);
	assert.ok(ms < LONGEST_MS && wholeMs < LONGEST_MS, "the build took longer than a minute");

	const uncached = Array.from({ length: RECORDS }, (_, i) => `/articles?per_page=1&page=${i + 1}`);
	const { refused: stranger } = await fetchAll(uncached, { "CF-Connecting-IP": "198.51.100.2" });
	assert.ok(stranger, "a stranger was not refused");
	console.log(`Without the token, 429: ${(await stranger.text()).slice(0, 400)}`);
} finally {
	await server.stop();
	await dispose();
}
