/**
 * Visits of browsers that know nothing of the site yet: no cookie but those that are given, nothing cached or stored. A few
 * tabs are emptied and used again and again: a new browser for each page takes longer than all that is looked at on it.
 */
import { gzipSync } from "node:zlib";
import type { CDPSession } from "playwright-core";
import { type AdminServer, openTab, type Tab } from "./admin-server.ts";

/** Bytes over the wire, the addresses that were asked for, and bytes of script, gzip. */
type Cost = { bytes: number; requests: string[]; script: number };
type Visited = Tab & { cost: () => Promise<Cost> };
type Desk = Tab & { session: CDPSession; cost: () => Promise<Cost>; forget: () => void };

/** Of the same site, with nothing that asks for more. */
const SCRIPTLESS = "/api/v1/health";
const VIEW = { viewport: { width: 1280, height: 800 }, colorScheme: "light" } as const;

export type FirstVisits = {
	/** Lends a tab for a visit; one where something failed is not used again. */
	make: (cookies: Record<string, string>, act: (visited: Visited) => Promise<void>) => Promise<void>;
};

/** Tabs of this server's browser, as many as visits are made at once. */
export function firstVisits(world: AdminServer): FirstVisits {
	const idle: Desk[] = [];
	return {
		make: async (cookies, act) => {
			const desk = idle.pop() ?? (await openDesk(world));
			try {
				await empty(desk, world.address);
				await desk.page
					.context()
					.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: world.address })));
				await act(desk);
				idle.push(desk);
			} catch (error) {
				await desk.page.context().close();
				throw error;
			}
		},
	};
}

async function openDesk(world: AdminServer): Promise<Desk> {
	const tab = await openTab(world, VIEW);
	const session = await tab.page.context().newCDPSession(tab.page);
	await session.send("Network.enable");
	return { ...tab, session, ...weigh(tab, session) };
}

/** As a browser is that has never been there. */
async function empty({ page, errors, session, forget }: Desk, origin: string): Promise<void> {
	// A page in a sandbox has no storage.
	await page.evaluate("if (self.origin !== 'null') sessionStorage.clear()");
	// What the page before still asks for is not counted for the next. An empty page would end its process, and the next take a new one.
	await page.goto(`${origin}${SCRIPTLESS}`);
	await page.context().clearCookies();
	await session.send("Network.clearBrowserCache");
	await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
	await page.setViewportSize(VIEW.viewport);
	await page.emulateMedia({ colorScheme: VIEW.colorScheme });
	forget();
	errors.length = 0;
}

/** Counts what is asked for and comes over the wire; scripts as if they were compressed, as Cloudflare does. */
function weigh({ page }: Tab, session: CDPSession): Pick<Desk, "cost" | "forget"> {
	let bytes = 0;
	let requests: string[] = [];
	let scripts: Promise<Buffer>[] = [];
	session.on("Network.loadingFinished", ({ encodedDataLength }) => {
		bytes += encodedDataLength;
	});
	session.on("Network.requestWillBeSent", ({ request, type }) => {
		// What a page asks for again and again while it is open is no part of a first visit.
		const isAgain = type === "Fetch" && requests.includes(request.url);
		if (!isAgain && !request.url.startsWith("data:")) requests.push(request.url);
	});
	page.on("response", (answer) => {
		if (answer.request().resourceType() !== "script") return;
		const body = answer.body();
		// A script that is still on its way when the tab is emptied has no body, and nobody asks for it.
		body.catch(() => undefined);
		scripts.push(body);
	});
	return {
		cost: async () => {
			const bodies = await Promise.all(scripts);
			return { bytes, requests, script: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) };
		},
		forget: () => {
			bytes = 0;
			requests = [];
			scripts = [];
		},
	};
}
