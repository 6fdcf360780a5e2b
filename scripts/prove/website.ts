/**
 * `npm run prove -- website [SAVES]`: runs the built server, and beside it a website in Next.js and two in Astro (static, and on
 * request) that are made of the blocks of docs/website.md, with the client from its tarball and from its folder. What a visitor finds on
 * them is looked for, and drafts must follow what is saved, in Chromium. Then an editor saves in the admin's form, and two readers ask the
 * API and the website in Next.js every 100 ms: no answer of the API may be older than a webhook that has arrived, and the website must
 * show each save in time. Installs Next.js and Astro from the npm registry into temporary folders; all else stays on this machine.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import * as z from "zod";
import { open, patiently } from "#db/commit.ts";
import { createReadToken } from "#domain/content/read-tokens/actions.ts";
import { TRAILING_MS } from "#domain/content/webhooks/rules.ts";
import { signPreview } from "#http/preview-token.ts";
import { byOperator } from "#kernel/by.ts";
import { sessionOf } from "../../test/support/admin-server.ts";
import { openDatabase } from "../../test/support/content-database.ts";
import { readSecrets } from "../../test/support/prepared-data.ts";
import { type Received, startReceiver } from "../../test/support/receiver.ts";
import { serveBuilt } from "../../test/support/serve-built.ts";
import { draft, idOf, newWriter, publish, save, step } from "../../test/support/written-site.ts";
import { buildAssets } from "../build-assets.ts";
import { CHROMIUM_ARGUMENTS, findChromium } from "../chromium.ts";
import { freePort } from "../server.ts";
import { buildAstro, serveAstro } from "./website/astro-site.ts";
import { followDraft, GONE, LED, type Looked, look, lookAtFiles, MOVED } from "./website/looks.ts";
import { buildNext, serveNext } from "./website/next-site.ts";
import { seen, startReaders, type Target } from "./website/readers.ts";

const SAVES = Number(process.argv[2] ?? 100);
const READERS = 2;
const ARTICLES = 5;
/** How often a save publishes a new article, whose address readers have requested before: every tenth. */
const NEW_EACH = 10;
const LIMITS = { hook: 1_000, median: 1_300, worst: 2_500 };
const LONGEST_MS = 15_000;
const PICTURES_WAIT =
	"SELECT EXISTS (SELECT 1 FROM pictures WHERE state = 'waiting') OR EXISTS (SELECT 1 FROM picture_texts) AS waits";

const Hook = z.object({ type: z.string(), data: z.object({ rev: z.int(), slug: z.string().optional() }) });
const ends: (() => unknown)[] = [];
const end = async (): Promise<void> => {
	for (const one of ends.splice(0).toReversed()) await one();
};

/** Starts the service with the demo site, and a receiver that notes when webhooks arrive. */
async function start() {
	await buildAssets();
	const { env, folder, dispose } = await openDatabase("demo");
	ends.push(dispose);
	const sites = mkdtempSync(join(tmpdir(), "website-"));
	ends.push(() => rmSync(sites, { recursive: true, force: true }));
	// The receiver answers meanwhile, so nothing may hold this process up.
	const run = async (...args: string[]): Promise<string> =>
		(await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } })).stdout;
	await run("scripts/content-import.ts", "demo/site");
	const receiver = await startReceiver();
	ends.push(receiver.close);
	const add = async (url: string): Promise<string> =>
		/whsec_\S+/.exec(await run("scripts/webhooks.ts", "add", url))?.[0] ?? "";
	await add(`${receiver.origin}/site`);
	const [db, secrets] = [open(env.DB), readSecrets()];
	const cookie = `session=${await sessionOf({ env, db, secrets }, "editor@example.org")}`;
	const token = await createReadToken(db, "官網", byOperator(Date.now()));
	const server = await serveBuilt({ port: await freePort(), dataDir: folder });
	ends.push(() => server.stop());
	// The pictures of the import get their copies, and the texts name them.
	for (let waits: unknown = 1; waits === 1; await wait(1_000)) {
		await server.runCron();
		waits = await patiently(() => env.DB.prepare(PICTURES_WAIT).first("waits"));
	}
	const writer = newWriter({ address: server.address, cookie });
	await publish(writer, `article:${MOVED.old}`, { title: "會搬家的文章" });
	await save(writer, `article:${MOVED.old}`, { slug: MOVED.now });
	await publish(writer, `article:${GONE}`, { title: "會下架的文章" });
	await step(writer, `article:${GONE}`, { place: "archiving" });
	const led = "INSERT INTO redirects (path, address, created_at, updated_at) VALUES (?1, ?2, 1, 1)";
	for (const { path, target } of LED) await patiently(() => env.DB.prepare(led).bind(path, target).run());
	return { server, receiver, writer, sites, token, add, previewKey: secrets.PREVIEW_KEY };
}

/** Makes each website, with the client from its folder and from its tarball; serves that in Next.js and that in Astro on request. */
async function makeSites({ server, sites, token, add }: Service) {
	const api = server.address;
	const pack = ["pack", resolve("client"), "--silent", "--offline"];
	const { stdout: packed } = await promisify(execFile)("npm", pack, { cwd: sites });
	const tarball = [join(sites, packed.trim())];
	const copied = ["--install-links", resolve("client")];
	const [nextFolder = "", astroFolder = ""] = ["next", "astro"].map((name) => {
		mkdirSync(join(sites, name));
		return join(sites, name);
	});
	console.log("Astro, static, the client from its folder ...");
	await buildAstro(astroFolder, { api, token, client: copied, articles: "static" });
	const files = await lookAtFiles(astroFolder, api);
	console.log("Astro, on request, from its tarball ...");
	await buildAstro(astroFolder, { api, token, client: tarball, articles: "on request" });
	const astro = await serveAstro(astroFolder, { port: await freePort("127.0.0.1"), api });
	ends.push(astro.stop);
	console.log("Next.js, from its folder ...");
	await buildNext(nextFolder, { api, client: copied });
	console.log("Next.js, from its tarball ...");
	await buildNext(nextFolder, { api, client: tarball });
	const port = await freePort("127.0.0.1");
	// Not told before it is there: what fails is tried again later, beside what is measured.
	const secret = await add(`http://127.0.0.1:${port}/api/revalidate`);
	const next = await serveNext(nextFolder, { port, secret, api });
	ends.push(next.stop);
	return { next, astro, files };
}
type Service = Awaited<ReturnType<typeof start>>;
type Sites = Awaited<ReturnType<typeof makeSites>>;
type World = Service & Sites;

/** Looks at both websites as a visitor does, and at drafts on them as an editor does. */
async function lookAround({ next, astro, files, writer, previewKey }: World): Promise<Looked[]> {
	const looked = [...files, ...(await look(next.address, "Next.js")), ...(await look(astro.address, "Astro"))];
	await draft(writer, "article:a-draft", { title: "還沒有公開" });
	const id = idOf(writer, "article:a-draft");
	const token = await signPreview(previewKey, { kind: "article", id }, Date.now());
	const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
	ends.push(() => browser.close());
	for (const [name, { address }] of Object.entries({ "Next.js": next, Astro: astro })) {
		const place = `${address.replace("127.0.0.1", "localhost")}/draft?type=article&id=${id}&token=${token}`;
		const ms = await followDraft(browser, place, (title) => save(writer, "article:a-draft", { title }));
		looked.push({ what: `${name}: an open draft follows what is saved (${ms} ms)`, instead: null });
	}
	return looked;
}

/** Says what was looked for; returns whether all of it was there. */
function reportLooks(looked: Looked[]): boolean {
	for (const { what, instead } of looked) console.log(`- ${what}${instead === null ? "" : ` — NOT THERE: ${instead}`}`);
	return looked.every(({ instead }) => instead === null);
}

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
	const service = await start();
	const world = { ...service, ...(await makeSites(service)) };
	const isThere = reportLooks(await lookAround(world));
	const isMet = report(await measure(world));
	if (!isThere || !isMet) process.exitCode = 1;
} finally {
	await end();
}
