/**
 * `npm run prove -- website [SAVES]`: runs the built server, a real Next.js site beside it that has copied
 * docs/website.md, an editor who saves in the admin's form, and two readers of the API and of the website every 100 ms.
 * No answer of the API may be older than a webhook that has arrived, and the website must show each save in time.
 * Installs Next.js from the npm registry into a temporary folder; everything else stays on this machine.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { open } from "#db/commit.ts";
import { TRAILING_MS } from "#domain/content/webhooks/rules.ts";
import { sessionOf } from "../../test/support/admin-server.ts";
import { openDatabase } from "../../test/support/content-database.ts";
import { readSecrets } from "../../test/support/prepared-data.ts";
import { type Received, startReceiver } from "../../test/support/receiver.ts";
import { serveBuilt } from "../../test/support/serve-built.ts";
import { publish, save, type Writer } from "../../test/support/written-site.ts";
import { buildAssets } from "../build-assets.ts";
import { freePort } from "../server.ts";
import { makeSite, serveSite } from "./website/next-site.ts";
import { seen, startReaders, type Target } from "./website/readers.ts";

const SAVES = Number(process.argv[2] ?? 100);
const READERS = 2;
const ARTICLES = 5;
/** How often a save publishes a new article, whose address readers have requested before: every tenth. */
const NEW_EACH = 10;
const LIMITS = { hook: 1_000, median: 1_300, worst: 2_500 };
const LONGEST_MS = 15_000;

const Hook = z.object({ type: z.string(), data: z.object({ rev: z.int(), slug: z.string().optional() }) });
const ends: (() => unknown)[] = [];
const end = async (): Promise<void> => {
	for (const one of ends.splice(0).toReversed()) await one();
};

/** Starts the service with the demo site, the website, and a receiver that notes when webhooks arrive. */
async function start() {
	await buildAssets();
	const { env, folder, dispose } = await openDatabase("demo");
	ends.push(dispose);
	const site = mkdtempSync(join(tmpdir(), "website-"));
	ends.push(() => rmSync(site, { recursive: true, force: true }));
	const run = (...args: string[]): string =>
		execFileSync(process.execPath, args, { env: { ...process.env, DATA_DIR: folder }, encoding: "utf8" });
	run("scripts/content-import.ts", "demo/site");
	const receiver = await startReceiver();
	ends.push(receiver.close);
	const sitePort = await freePort("127.0.0.1");
	const add = (url: string): string => /whsec_\S+/.exec(run("scripts/webhooks.ts", "add", url))?.[0] ?? "";
	add(`${receiver.origin}/site`);
	const secret = add(`http://127.0.0.1:${sitePort}/api/revalidate`);
	const cookie = `session=${await sessionOf({ env, db: open(env.DB), secrets: readSecrets() }, "editor@example.org")}`;
	const server = await serveBuilt({ port: await freePort(), dataDir: folder });
	ends.push(() => server.stop());
	console.log("Making the website (npm install, next build) ...");
	await makeSite(site, server.address);
	const next = await serveSite(site, { port: sitePort, api: server.address, secret });
	ends.push(next.stop);
	const writer: Writer = {
		address: server.address,
		cookie,
		keeper: cookie,
		sent: [],
		ids: new Map(),
		files: new Map(),
	};
	return { server, next, receiver, writer };
}
type World = Awaited<ReturnType<typeof start>>;

/**
 * Waits for the webhook about `slug` with a revision above `since` (UTC milliseconds) that arrived after it; returns
 * when it arrived, and its revision.
 */
async function hookAbout({ receiver }: World, slug: string, since: number): Promise<{ at: number; rev: number }> {
	const signal = AbortSignal.timeout(LONGEST_MS);
	for (let count = 0; ; ) {
		const answer = await fetch(`${receiver.origin}/_received/site?n=${count}`, { signal });
		const received: Received[] = await answer.json();
		for (const { body, at } of received) {
			const { data } = Hook.parse(JSON.parse(body));
			if (data.slug === slug && data.rev > since && at >= since) return { at, rev: data.rev };
		}
		count = received.length + 1;
	}
}

/**
 * A save and its outcome. `savedAt` is when the editor got the answer and `hookAt` when the webhook arrived (UTC
 * milliseconds); `pageMs` is how long after `savedAt` the website showed the save.
 */
type Outcome = {
	save: number;
	isNew: boolean;
	savedAt: number;
	hookAt: number;
	rev: number;
	path: string;
	pageMs: number;
};

async function saveOnce(
	world: World,
	n: number,
	{ target, pages }: { target: Target; pages: Page[] },
): Promise<Outcome> {
	const isNew = n % NEW_EACH === 0;
	const slug = isNew ? `brand-new-${n}` : `article-${n % ARTICLES}`;
	const path = `/articles/${slug}`;
	target.path = path;
	// This request makes the website cache its present answer: the old text, or 404.
	await seen(world.next.address, path);
	const since = Date.now();
	const filled = { title: `第 ${n} 次`, body: `第 ${n} 次存檔。` };
	const { at: savedAt } = isNew
		? await publish(world.writer, `article:${slug}`, filled)
		: await save(world.writer, `article:${slug}`, filled);
	const hook = await hookAbout(world, slug, since);
	const isShown = (one: Page) => one.path === path && one.save === n;
	for (const until = Date.now() + LONGEST_MS; Date.now() < until && !pages.some(isShown); ) await wait(10);
	const shownAt = pages.find(isShown)?.at ?? Number.POSITIVE_INFINITY;
	return { save: n, isNew, savedAt, hookAt: hook.at, rev: hook.rev, path, pageMs: shownAt - savedAt };
}
type Page = Awaited<ReturnType<typeof seen>>;

async function measure(world: World) {
	for (let n = 0; n < ARTICLES; n++) await publish(world.writer, `article:article-${n}`, { title: "第 0 次" });
	// A change of the same article within this time is sent later on purpose, with the next webhook.
	await wait(TRAILING_MS);
	const target = { path: "/articles/article-0" };
	const of = { api: world.server.address, site: world.next.address, target };
	const readers = startReaders(READERS, of);
	const outcomes: Outcome[] = [];
	for (let n = 1; n <= SAVES; n++) {
		outcomes.push(await saveOnce(world, n, { target, pages: readers.pages }));
		if (n % 10 === 0) console.log(`${n} saves`);
	}
	return { outcomes, ...(await readers.stop()) };
}

const middle = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

function report({ outcomes, api, pages }: Awaited<ReturnType<typeof measure>>): boolean {
	const hooks = outcomes.map(({ hookAt, savedAt }) => hookAt - savedAt);
	const shown = outcomes.map(({ pageMs }) => pageMs);
	/** Answers requested after the webhook of their article that still showed an earlier save. */
	const stale = api.filter((one) =>
		outcomes.some(({ path, hookAt, save: n }) => path === one.path && one.askedAt >= hookAt && one.save < n),
	);
	/** Pages that showed a save, and afterwards an older one. */
	const back = pages.filter((one) =>
		outcomes.some(
			({ path, savedAt, pageMs, save: n }) => path === one.path && one.askedAt > savedAt + pageMs && one.save < n,
		),
	);
	const lost = outcomes.filter(({ isNew, pageMs }) => isNew && !Number.isFinite(pageMs));
	const lines: [string, number, string, boolean][] = [
		["saves", outcomes.length, "", true],
		["answers of the API to the readers", api.length, "", true],
		["… older than a web-hook that had come", stale.length, "0", stale.length === 0],
		["pages shown to the readers", pages.length, "", true],
		["… older than one shown before", back.length, "0", back.length === 0],
		[
			"new articles that stay 404",
			lost.length,
			`0 of ${outcomes.filter(({ isNew }) => isNew).length}`,
			lost.length === 0,
		],
		["web-hook after the save, median, ms", middle(hooks), "", true],
		["web-hook after the save, worst, ms", Math.max(...hooks), `${LIMITS.hook}`, Math.max(...hooks) <= LIMITS.hook],
		["page after the save, median, ms", middle(shown), `${LIMITS.median}`, middle(shown) <= LIMITS.median],
		["page after the save, worst, ms", Math.max(...shown), `${LIMITS.worst}`, Math.max(...shown) <= LIMITS.worst],
	];
	console.log(`\n| ${new Date().toISOString().slice(0, 10)} | Measured | At most |\n| --- | --: | --: |`);
	for (const [what, value, most, isMet] of lines)
		console.log(`| ${what} | ${value} | ${most}${isMet ? "" : " — NOT MET"} |`);
	return lines.every(([, , , isMet]) => isMet);
}

try {
	const isMet = report(await measure(await start()));
	if (!isMet) process.exitCode = 1;
} finally {
	await end();
}
