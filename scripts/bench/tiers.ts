/**
 * Measures the public API through memory, edge cache and database beside the baseline: a fixed answer, a hit of the edge
 * cache, and one SELECT of the finished bytes, each of the size of the answer that it is compared with.
 */
import { fillCopies } from "./copies.ts";
import { COMMON, PAGE_SLUG, RARE } from "./data.ts";
import { compare, type Target } from "./load.ts";
import { judged, type Row, say, sayRow } from "./report.ts";
import type { World } from "./world.ts";

const ADDRESSES = {
	list: "/api/v1/articles",
	article: "/api/v1/articles/article-20",
	page: `/api/v1/pages/${PAGE_SLUG}`,
	homepage: "/api/v1/homepage",
	search: `/api/v1/articles?search=${encodeURIComponent(RARE)}`,
};
type Name = keyof typeof ADDRESSES;
export const isName = (name: string): name is Name => name in ADDRESSES;

/** The least CPU time of the baseline in that of an answer: hot, not modified, from the edge, and cold. */
const GOALS: Record<string, number> = {
	on: 0.85,
	edge: 0.9,
	"304": 0.85,
	"off article": 0.9,
	"off list": 0.9,
	"off homepage": 0.4,
};
const goalOf = (name: string): number | null => GOALS[name] ?? GOALS[name.split(" ")[0] ?? ""] ?? null;

/** How many answers of each kind are asked for in each of three rounds. */
export type Counts = { cached: number; cold: number };

/** Measures each address, or those in `names`, through each tier; prints each row as it is measured, and returns all. */
export async function measureTiers(
	world: World,
	counts: Counts,
	names: readonly Name[] = Object.keys(ADDRESSES).filter(isName),
): Promise<Row[]> {
	const sizes = await keepFinished(world, names);
	const base = (path: string): Target => ({ port: world.ports.baseline, path, expect: 200 });
	const rows: Row[] = [];
	const measure = async (name: string, against: string, ours: Target, other: Target) => {
		const requests = against === SELECT ? counts.cold : counts.cached;
		const row = {
			name,
			against,
			...(await compare({ ours, base: other, requests, cpu: world.cpu })),
			goal: goalOf(name),
		};
		rows.push(row);
		sayRow(row);
	};
	for (const name of names) {
		const path = ADDRESSES[name];
		const bytes = sizes.get(name);
		const at = (port: number): Target => ({ port, path, expect: 200 });
		// Answers to searches are never kept in memory, so both measurements compare with an edge hit.
		const [against, other] = name === "search" ? [EDGE, "edge"] : [FIXED, "fixed"];
		await measure(`on ${name}`, against, at(world.ports.on), base(`/${other}/${bytes}`));
		await measure(`edge ${name}`, EDGE, at(world.ports.edge), base(`/edge/${bytes}`));
		await measure(`off ${name}`, SELECT, at(world.ports.off), base(`/finished/${name}`));
	}
	if (names.includes("article")) await measureUnchanged(world, measure);
	return rows;
}

const FIXED = "a fixed answer";
const EDGE = "an edge hit";
const SELECT = "one SELECT";

type Measure = (name: string, against: string, ours: Target, other: Target) => Promise<void>;

async function measureUnchanged({ ports }: World, measure: Measure): Promise<void> {
	const path = ADDRESSES.article;
	const answer = await fetch(`http://127.0.0.1:${ports.on}${path}`);
	const bytes = (await answer.arrayBuffer()).byteLength;
	const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
	const base = { port: ports.baseline, path: `/fixed/${bytes}`, expect: 200 };
	await measure("304 article", FIXED, { port: ports.on, path, expect: 304, headers }, base);
}

/**
 * Stores the finished answer of each address in one row each, for the baseline to read; returns how many bytes each has.
 */
async function keepFinished({ bindings: { DB }, ports }: World, names: readonly Name[]): Promise<Map<Name, number>> {
	await DB.prepare("CREATE TABLE IF NOT EXISTS finished (name TEXT PRIMARY KEY, body TEXT NOT NULL)").run();
	const sizes = new Map<Name, number>();
	for (const name of names) {
		const answer = await fetch(`http://127.0.0.1:${ports.off}${ADDRESSES[name]}`);
		const body = await answer.arrayBuffer();
		await DB.prepare("INSERT OR REPLACE INTO finished VALUES (?, ?)").bind(name, new TextDecoder().decode(body)).run();
		sizes.set(name, body.byteLength);
	}
	return sizes;
}

/** The least CPU time of an attachment in that of a smaller copy of a picture with as many bytes. */
const LEAST_COPY = 0.9;

/** Returns what share of the CPU time of a smaller copy of a picture an attachment of the same size takes. */
export async function measureCopies(world: World, requests: number): Promise<number> {
	const { copy, original } = await fillCopies(world);
	const file = (path: string): Target => ({ port: world.ports.on, path, expect: 200 });
	const { ratio, clock } = await compare({ ours: file(copy), base: file(original), requests, cpu: world.cpu });
	const verdict = judged("copy of a picture", ratio, { least: LEAST_COPY });
	say(`  copy of a picture: ${ratio.toFixed(2)}${verdict} of an attachment, by the clock ${clock.toFixed(2)}`);
	return ratio;
}

/** The most time of 50 whole articles in a list, in times of 50 summaries. */
const MOST_WHOLE = 4;

/** Returns how many times as much CPU a list of 50 whole articles takes as one of 50 summaries, uncached. */
export async function measureWhole(world: World, requests: number): Promise<number> {
	const list = (query: string): Target => ({ port: world.ports.off, path: `${ADDRESSES.list}${query}`, expect: 200 });
	const pair = { ours: list("?per_page=50&include=body"), base: list("?per_page=50"), requests, cpu: world.cpu };
	const { ratio, clock } = await compare(pair);
	const name = "50 whole articles";
	const verdict = judged(name, 1 / ratio, { most: MOST_WHOLE });
	say(`  ${name}: ${(1 / ratio).toFixed(2)}×${verdict} of 50 summaries, by the clock ${(1 / clock).toFixed(2)}×`);
	return 1 / ratio;
}

/** The least CPU time of one SELECT in that of a search for a word that all articles have. */
const LEAST_OF_ALL = 0.3;

/** Measures uncached requests in times of one SELECT, so that two runs can be compared. */
export async function measureGrowth(world: World, articles: number, requests: number): Promise<Record<string, number>> {
	const list = (query: string): Target => ({ port: world.ports.off, path: `${ADDRESSES.list}${query}`, expect: 200 });
	const search = (word: string) => list(`?search=${encodeURIComponent(word)}`);
	const targets = {
		"first page": list(""),
		"last page": list(`?page=${Math.ceil(articles / 15)}`),
		"search 1%": search(RARE),
		"search all": search(COMMON),
	};
	const base = { port: world.ports.baseline, path: "/select/article-20", expect: 200 };
	const times: Record<string, number> = {};
	for (const [name, ours] of Object.entries(targets)) {
		const { ratio } = await compare({ ours, base, requests, cpu: world.cpu });
		const verdict = judged(name, ratio, name === "search all" ? { least: LEAST_OF_ALL } : null);
		say(`  ${name}: ${ratio.toFixed(2)}${verdict} of one SELECT`);
		times[name] = 1 / ratio;
	}
	return times;
}
