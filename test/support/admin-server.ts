/**
 * The program as `npm start` serves it, with the people of the demo association in migrated databases, and Chromium: for
 * tests of whole pages.
 */
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { sealToken } from "#auth/tokens.ts";
import { type Db, open, patiently } from "#db/commit.ts";
import type { OperatorBindings } from "../../scripts/bindings.ts";
import { buildAssets } from "../../scripts/build-assets.ts";
import { CHROMIUM_ARGUMENTS, findChromium } from "../../scripts/chromium.ts";
import { provideDigestStream } from "../../scripts/digest-stream.ts";
import { freePort, type Server } from "../../scripts/server.ts";
import { openDatabase } from "./content-database.ts";
import { PATIENCE_MS } from "./node-pace.ts";
import { isPrepared, readSecrets, type Secrets } from "./prepared-data.ts";
import { serveBuilt } from "./serve-built.ts";

const HOUR = 3_600_000;
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
/** WCAG 2.2 AA, which target sizes are part of only when it is named, and what axe thinks good besides. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What tests write rows with. */
export type Store = { env: OperatorBindings; db: Db; secrets: Secrets };
export type AdminServer = Store & {
	address: string;
	browser: Browser;
	stop: () => Promise<void>;
	/** Ends the program as a power cut does, without a word to it; `restart` serves the same data at the same address. */
	kill: () => Promise<void>;
	restart: () => Promise<void>;
};
/** A page in a context of its own, and what its console and content policy complained of. */
export type Tab = { page: Page; errors: string[] };

type Start = {
	/** Writes rows before anything is served: two processes that write at once keep each other waiting. */
	prepare?: (store: Store) => Promise<void>;
	/** More arguments for Chromium. */
	args?: string[];
};

/** Serves on a free port; `stop` ends server and browser, and removes the databases. */
export async function startAdmin({ prepare, args = [] }: Start = {}): Promise<AdminServer> {
	provideDigestStream();
	if (!isPrepared()) await buildAssets();
	const ends: (() => Promise<void>)[] = [];
	const stop = async () => {
		for (const end of ends.toReversed()) await end();
	};
	try {
		const { env, folder, dispose } = await openDatabase("demo");
		ends.push(dispose);
		const store = { env, db: open(env.DB), secrets: readSecrets() };
		await prepare?.(store);
		const place = { port: await freePort(), dataDir: folder };
		let server = await serveBuilt(place);
		ends.push(() => server.stop());
		const browser = await chromium.launch({
			executablePath: findChromium(),
			args: [...CHROMIUM_ARGUMENTS, ...args],
			// As people's browsers do it: "back" may show a page out of memory.
			ignoreDefaultArgs: ["--disable-back-forward-cache"],
		});
		ends.push(() => browser.close());
		const restart = async () => {
			server = await serveBuilt(place);
		};
		return { ...store, address: server.address, browser, stop, kill: () => killed(server), restart };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The whole process group: wrangler's workerd outlives it. */
async function killed({ process: child }: Server): Promise<void> {
	const ended = new Promise((resolve) => child.once("close", resolve));
	process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
	await ended;
}

/** Signs somebody in as the program does it, without the form, afresh for an hour (a run may be long); returns the cookie. */
export async function sessionOf({ env, secrets }: Store, email: string): Promise<string> {
	const [at, sid] = [Date.now(), crypto.randomUUID()];
	const insert = env.DB.prepare(
		`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at)
		SELECT ?1, id, session_version, ?2, ?2, ?3, ?4, ?2 + ?3 FROM users WHERE email = ?5`,
	).bind(sid, at, HOUR, at + 12 * HOUR, email);
	const { meta } = await patiently(() => insert.run());
	if (meta.changes !== 1) throw new Error(`nobody has the address ${email}`);
	return sealToken(secrets, "session", { subject: sid, expiresAt: at + 12 * HOUR });
}

type Opened = BrowserContextOptions & { cookies?: Record<string, string> };

/** A fresh browser of somebody: nothing cached, these cookies. */
export async function openTab(
	{ browser, address }: AdminServer,
	{ cookies = {}, ...options }: Opened = {},
): Promise<Tab> {
	const context = await browser.newContext({ baseURL: address, locale: "zh-TW", ...options });
	await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address })));
	return watch(await context.newPage());
}

/** Notes what a page's console says is wrong; what the content policy refuses is told there too. */
export function watch(page: Page): Tab {
	page.setDefaultTimeout(PATIENCE_MS);
	const errors: string[] = [];
	page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
	page.on("pageerror", (error) => errors.push(String(error)));
	return { page, errors };
}

/** What axe finds, by rule, outside of `without`; its script is run by the debugger, so that the page keeps its own policy. */
export async function violations(page: Page, { rules = RULES, without = "" } = {}): Promise<unknown> {
	if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
	const where = without === "" ? "document" : JSON.stringify({ exclude: [without] });
	return page.evaluate(
		`axe.run(${where}, { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] }).then(({ violations }) =>
			violations.map(({ id, nodes }) => id + " " + nodes[0].target + " " + nodes[0].html.slice(0, 200)))`,
	);
}
