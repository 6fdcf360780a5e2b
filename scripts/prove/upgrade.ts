/**
 * `npm run prove -- upgrade [OF_A_SHAPE]`: runs the last released version, from its commit, on its own data and on the
 * same data after today's `npm start`. Every user of the demo association opens all pages that links lead to on both;
 * no answer may differ except as compared.ts allows. Then today's version opens the same pages on the data that both
 * have used. Needs Linux, git with that commit, and some minutes.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./upgrade/answers.ts";
import { crawl, OF_A_SHAPE, type Person, type Visited } from "./upgrade/crawl.ts";
import { lastReleased, type Program, prepare, serveBy, startOnce, takeOut } from "./upgrade/released.ts";

const STARTS = ["/", "/account", "/api/v1/docs", "/api/v1/openapi.json"];
const AT_ONCE = 4;
/** The most faults that are shown of each data. */
const SHOWN = 40;
const TODAY = ".";
const mostOfAShape = Number(process.argv[2] ?? OF_A_SHAPE);
const place = mkdtempSync(join(tmpdir(), "prove-upgrade-"));
const tree = join(place, "released");
const released = lastReleased();
const serving: Program[] = [];
const faults: string[] = [];
const lines: [string, string, string?][] = [];

async function served(version: string, dataDir: string): Promise<string> {
	const program = await serveBy(version, dataDir);
	serving.push(program);
	return program.address;
}
const stopAll = async (): Promise<void> => {
	for (const program of serving.splice(0)) await program.stop();
};

/** Requests all visited pages from today's version; returns those that fail, and those that no longer open. */
async function visitAgain(address: string, visited: readonly Visited[]) {
	const waiting = visited.values();
	const [failed, closed]: [string[], string[]] = [[], []];
	const visitor = async () => {
		for (const { as, path, status: before } of waiting) {
			const { status } = await ask(address, path, as.session);
			if (status >= 500) failed.push(`${path} as ${as.name}: today's version answers ${status}`);
			else if (status >= 400 && before < 400) closed.push(`${path} as ${as.name} is ${status}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, visitor));
	return { failed, closed };
}

const isOpen = ({ status }: Visited): boolean => status < 400;

/** Returns how many routes a user has opened, and the routes that no user has. */
function reached(routes: readonly string[], visited: readonly Visited[]): { open: number; missed: string[] } {
	const opened = visited.filter(isOpen).map(({ path }) => path.split("?")[0] ?? "");
	const isReached = (route: string): boolean => {
		const pattern = new RegExp(`^${route.replaceAll(/:\w+(?:\{[^}]*\})?/g, "[^/]+")}$`);
		return opened.some((path) => pattern.test(path));
	};
	const missed = routes.filter((route) => !isReached(route));
	return { open: routes.length - missed.length, missed };
}

async function proveOn(kind: "seeded" | "filled"): Promise<void> {
	const [kept, upgraded] = [join(place, kind, "kept"), join(place, kind, "upgraded")];
	if (kind === "seeded") await startOnce(tree, kept, "demo");
	const { sessions, addresses, routes } = prepare(tree, kind, kept);
	await startOnce(tree, kept);
	// The mails that are due are written before the copy: on upgraded data the released version may write none (record 37).
	await (await serveBy(tree, kept)).stop();
	cpSync(kept, upgraded, { recursive: true });
	await startOnce(TODAY, upgraded);

	const servers = [await served(tree, kept), await served(tree, upgraded)] as const;
	const people: Person[] = [
		{ name: "nobody" },
		...Object.entries(sessions).map(([name, session]) => ({ name, session })),
	];
	const starts = [...STARTS, ...addresses, ...routes.filter((route) => !route.includes(":"))];
	const visited: Visited[] = [];
	for (const person of people) {
		const found = await crawl(servers, person, { starts, mostOfAShape });
		visited.push(...found);
		console.log(`${kind}: ${found.length} addresses as ${person.name}`);
	}
	await stopAll();
	const different = visited.filter(({ fault }) => fault !== undefined);
	const found = different.map(({ as, path, fault }) => `${kind}: ${path} as ${as.name}: ${fault}`);
	// At once: the other data may come to no end.
	for (const fault of found.slice(0, SHOWN)) console.log(fault);
	faults.push(...found);

	// Runs the old version on the upgraded data, as after a rollback, then today's version again.
	await startOnce(tree, upgraded);
	const again = await visitAgain(await served(TODAY, upgraded), visited);
	await stopAll();
	for (const fault of again.failed.slice(0, SHOWN)) console.log(fault);
	faults.push(...again.failed);
	const { open, missed } = reached(routes, visited);
	for (const one of [...missed.map((route) => `not opened: ${route}`), ...again.closed]) console.log(`${kind}: ${one}`);
	const wanted = visited.flatMap((one) => one.wanted ?? []);
	lines.push(
		[`${kind}: addresses asked, of them opened`, `${visited.length}, ${visited.filter(isOpen).length}`],
		[`${kind}: pages of ${released.version} that somebody opened`, `${open} of ${routes.length}`],
		[`${kind}: … answers that differ or fail after the upgrade`, `${different.length}`, "0"],
		...[...new Set(wanted)].map((reason): [string, string] => [
			`${kind}: … wanted: ${reason}`,
			`${wanted.filter((one) => one === reason).length}`,
		]),
		[`${kind}: … that today's version fails with 5xx`, `${again.failed.length}`, "0"],
		[`${kind}: … that today's version does not open any more`, `${again.closed.length}`],
	);
}

try {
	console.log(`The version ${released.version} (${released.commit}) ...`);
	takeOut(released.commit, tree);
	for (const kind of ["filled", "seeded"] as const) await proveOn(kind);
	console.log(`\n| ${new Date().toISOString().slice(0, 10)} | Measured | At most |\n| --- | --: | --: |`);
	for (const [what, value, most = ""] of lines) console.log(`| ${what} | ${value} | ${most} |`);
	if (faults.length > 0) process.exitCode = 1;
} finally {
	await stopAll();
	rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
