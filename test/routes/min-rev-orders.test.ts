/**
 * Readers and writers in any order: several isolates, each with its own memo and memory, before one edge and one database;
 * the writers are bare SQL. No answer to `min_rev=r` is of a revision before r, every answer is the truth of the revision
 * that it names, and without `min_rev` it is at most half a second old. The clock may jump, the database may be away.
 */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { stepsOf } from "../support/chances.ts";
import { sql } from "../support/content.ts";

type Ask = typeof import("../support/content.ts").ask;
type Shown = { status: number; location: string | null; etag: string | null; body: string };
type Answer = Shown & { rev: number; tier: string | null; retryAfter: string | null };
/** A revision and what is true at it, by address; `at` is when it was written, by a clock that never jumps. */
type Moment = { rev: number; at: number; shown: Map<string, Shown> };

const PATHS = ["/articles/a", "/articles/b", "/articles", "/feeds/articles.json", "/changes?since=0"];
const WRITES = {
	title: "UPDATE articles SET title = 't' || (SELECT rev FROM content_revision) WHERE id = 1",
	rename: "UPDATE articles SET slug = CASE slug WHEN 'a' THEN 'b' ELSE 'a' END WHERE id = 1",
	archive: "UPDATE articles SET state = CASE state WHEN 'published' THEN 'archived' ELSE 'published' END WHERE id = 1",
	withdraw: "UPDATE articles SET state = 'draft' WHERE id = 1",
	publish: "UPDATE articles SET state = 'published' WHERE id = 1",
	setting: `INSERT INTO settings (key, value, updated_at) VALUES ('PREVIEW_ORIGIN_PATTERN', 'a', 1)
		ON CONFLICT DO UPDATE SET value = value || 'a'`,
};
const RATE_LIMIT = { limit: async () => ({ success: true }) };
const HOUR = 3_600_000;
const ISOLATES = 2;

const isolates: Ask[] = [];
const history: Moment[] = [];
const etags = new Map<string, string>();
/** By a clock that never jumps; the isolates' is ahead of it by `jumped`. */
let now = 0;
let jumped = 0;
const met = { answers: 0, unanswered: 0 };

/** A database that is away for as long as a request takes. */
const away = (): D1Database =>
	new Proxy(env.DB, {
		get: () => () => {
			throw new Error("D1_ERROR: the network connection was lost");
		},
	});

type Asking = { isolate: number; path: string; init?: RequestInit; bindings: object };

async function answerOf({ isolate, path, init, bindings }: Asking): Promise<Answer> {
	const ask = isolates[isolate];
	if (!ask) throw new Error("no isolate");
	const answer = await ask(`/api/v1${path}`, { ...init, redirect: "manual" }, { RATE_LIMIT, ...bindings });
	const { status, headers } = answer;
	return {
		status,
		location: headers.get("Location"),
		etag: headers.get("ETag"),
		body: await answer.text(),
		rev: Number(headers.get("X-Content-Rev")),
		tier: headers.get("X-Cache"),
		retryAfter: headers.get("Retry-After"),
	};
}

/** Notes the revision now, and what is true at it: answers that no tier has kept. */
async function note(): Promise<void> {
	const all = await Promise.all(PATHS.map((path) => answerOf({ isolate: 0, path, bindings: { CACHE: "off" } })));
	const shown = new Map(PATHS.flatMap((path, n) => (all[n] ? [[path, all[n]] as const] : [])));
	history.push({ rev: all[0]?.rev ?? 0, at: now, shown });
}

const read = fc.record({
	kind: fc.constant("read" as const),
	isolate: fc.nat(ISOLATES - 1),
	path: fc.constantFrom(...PATHS),
	CACHE: fc.constantFrom("on", "on", "edge", "off"),
	/** Which revision is named, back from the newest one that is known; or none. */
	back: fc.option(fc.nat(3), { freq: 3 }),
	by: fc.constantFrom("query", "header"),
	method: fc.constantFrom("GET", "GET", "HEAD"),
	isConditional: fc.boolean(),
	isAway: fc.constantFrom(false, false, false, true),
});
type Read = typeof read extends fc.Arbitrary<infer T> ? T : never;
type Named = { of: Read; minRev: number | undefined; oldest: number; validator: string | undefined };

/** Sends it, and says what is then looked at: the truth of an answer in a race is known only after the race. */
async function send(of: Read): Promise<() => void> {
	const oldest = history.findLast(({ at }) => at <= now - 500)?.rev ?? 0;
	const minRev = of.back === null ? undefined : (history.at(-1 - of.back) ?? history[0])?.rev;
	const validator = of.isConditional ? etags.get(of.path) : undefined;
	const isQuery = of.by === "query" && minRev !== undefined;
	const path = isQuery ? `${of.path}${of.path.includes("?") ? "&" : "?"}min_rev=${minRev}` : of.path;
	const headers = {
		...(isQuery || minRev === undefined ? {} : { "X-Min-Rev": String(minRev) }),
		...(validator === undefined ? {} : { "If-None-Match": validator }),
	};
	const bindings = { CACHE: of.CACHE, ...(of.isAway ? { DB: away() } : {}) };
	const answer = await answerOf({ isolate: of.isolate, path, init: { headers, method: of.method }, bindings });
	if (answer.etag !== null) etags.set(of.path, answer.etag);
	return () => look(answer, { of, minRev, oldest, validator });
}

function look(answer: Answer, { of, minRev, oldest, validator }: Named): void {
	const which = JSON.stringify({ of, minRev, rev: answer.rev });
	if (answer.status === 503) {
		met.unanswered += 1;
		expect([which, of.isAway, answer.retryAfter]).toEqual([which, true, minRev === undefined ? "5" : "1"]);
		return;
	}
	met.answers += 1;
	const least = minRev ?? (of.isAway ? 0 : oldest);
	expect([which, answer.rev >= least]).toEqual([which, true]);
	if (minRev !== undefined) expect([which, answer.tier]).not.toEqual([which, "stale"]);
	const truth = history.find(({ rev }) => rev === answer.rev)?.shown.get(of.path);
	if (!truth) expect.fail(`${which}: there was no such revision`);
	const isUnchanged = validator !== undefined && validator === truth.etag;
	const isBare = isUnchanged || of.method === "HEAD";
	expect([which, answer.status, answer.location, answer.etag, answer.body]).toEqual([
		which,
		isUnchanged ? 304 : truth.status,
		truth.location,
		truth.etag,
		isBare ? "" : truth.body,
	]);
}

const write = fc.record({
	kind: fc.constant("write" as const),
	sql: fc.constantFrom(...Object.values(WRITES)),
	/** Asked while it is written. */
	reads: fc.array(read, { maxLength: 4 }),
});
const pass = fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 900 }) });
const jump = fc.record({ kind: fc.constant("jump" as const), to: fc.constantFrom(-HOUR, 0, HOUR) });
const step = fc.oneof({ weight: 6, arbitrary: read }, { weight: 4, arbitrary: write }, pass, jump);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(one: Step): Promise<void> {
	switch (one.kind) {
		case "read": {
			const check = await send(one);
			return check();
		}
		case "write": {
			const [checks] = await Promise.all([Promise.all(one.reads.map(send)), sql(one.sql)]);
			await note();
			for (const check of checks) check();
			return;
		}
		case "pass":
			now += one.ms;
			break;
		case "jump":
			jumped = one.to;
	}
	vi.setSystemTime(now + jumped);
}

beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	for (let n = 0; n < ISOLATES; n++) {
		vi.resetModules(); // an isolate of its own: it knows no revision yet and keeps no answer
		isolates.push((await import("../support/content.ts")).ask);
	}
	await sql(
		`INSERT INTO articles (id, type, slug, title, state, published_at, created_at, updated_at)
		VALUES (1, 'news', 'a', 't', 'published', 1, 1, 1), (2, 'news', 'c', 'c', 'published', 2, 1, 1)`,
	);
});

test("no answer is older than the revision that it was asked for, in whatever order", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	now = Date.now();
	await note();
	const steps = fc.array(step, { minLength: 10, maxLength: 40 });
	const property = fc.asyncProperty(steps, async (all) => {
		for (const one of all) await take(one);
	});
	await fc.assert(property, { numRuns: stepsOf(8), seed: 20261123 });
	expect(met.answers).toBeGreaterThan(stepsOf(96));
	expect(met.unanswered).toBeGreaterThan(stepsOf(3));
	vi.useRealTimers();
});
