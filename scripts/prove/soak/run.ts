/**
 * Runs the built server under mixed traffic for some minutes and returns its answers, the webhooks that its website
 * received, and its memory.
 */
import { setTimeout as wait } from "node:timers/promises";
import { open } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { fillPages } from "../../../test/support/admin-rows.ts";
import { sessionOf } from "../../../test/support/admin-server.ts";
import { openDatabase } from "../../../test/support/content-database.ts";
import { isPrepared, readSecrets } from "../../../test/support/prepared-data.ts";
import { type Received, startReceiver } from "../../../test/support/receiver.ts";
import { serveBuilt } from "../../../test/support/serve-built.ts";
import { newWriter } from "../../../test/support/written-site.ts";
import { buildAssets } from "../../build-assets.ts";
import { provideDigestStream } from "../../digest-stream.ts";
import { freePort } from "../../server.ts";
import { climb, openHeap, type Point, residentBelow } from "./memory.ts";
import { startTraffic, toldOf } from "./traffic.ts";

/** How many milliseconds after the last save its webhook may arrive: saves within two seconds are sent together. */
const TOLD_MS = 30_000;

export type Soaked = {
	/** The resident memory of the runtime, with Miniflare's own isolates and the allocator's free pages. */
	resident: Point[];
	/** The memory that the Worker's heap still holds after a collection. */
	heap: Point[];
	/** The growth over the last two thirds of the run, in MB per minute. */
	climbs: { resident: number; heap: number };
	answers: Record<string, number>;
	faults: string[];
	saves: number;
	/** The articles whose newest revision no webhook reported. */
	untold: number[];
};

type How = {
	minutes: number;
	everyMs: number;
	say?: (now: { minute: number; resident: number; heap: number }) => void;
};

export async function soak({ minutes, everyMs, say = () => {} }: How): Promise<Soaked> {
	provideDigestStream();
	if (!isPrepared()) await buildAssets();
	const ends: (() => unknown)[] = [];
	try {
		const { env, folder, dispose } = await openDatabase("demo");
		ends.push(dispose);
		const secrets = readSecrets();
		const store = { env, db: open(env.DB), secrets };
		await fillPages(store);
		const session = async (name: string): Promise<string> => sessionOf(store, `${name}@example.org`);
		const cookies = { admin: await session("admin"), member: await session("member") };
		const cookie = `session=${await session("editor")}`;
		const receiver = await startReceiver();
		ends.push(receiver.close);
		const keys = { ENVIRONMENT: "development", SEALING_KEY: secrets.SEALING_KEY };
		await createEndpoint(store.db, keys, { url: `${receiver.origin}/site`, events: [], ...byOperator(Date.now()) });
		const inspectorPort = await freePort("127.0.0.1");
		const server = await serveBuilt({ port: await freePort(), dataDir: folder, inspectorPort });
		ends.push(() => server.stop());
		const { address } = server;
		const debugged = await openHeap(inspectorPort);
		ends.push(debugged.close);
		const writer = newWriter({ address, cookie });
		const began = performance.now();
		const traffic = await startTraffic({ server, writer, cookies });
		const resident: Point[] = [];
		const heap: Point[] = [];
		for (let passed = 0; passed < minutes; ) {
			await wait(everyMs);
			passed = (performance.now() - began) / 60_000;
			resident.push({ minute: passed, mb: residentBelow(server.process.pid ?? 0) });
			heap.push({ minute: passed, mb: await debugged.used() });
			say({ minute: passed, resident: resident.at(-1)?.mb ?? 0, heap: heap.at(-1)?.mb ?? 0 });
		}
		await traffic.stop();
		const [newest] = await readRows(
			env.DB,
			select<{ id: number; rev: number }>(
				"SELECT id, max(rev) AS rev FROM content_changes WHERE resource = 'article' GROUP BY 1",
			),
		);
		const untold = async (): Promise<number[]> => {
			const received: Received[] = await (await fetch(`${receiver.origin}/_received/site?n=0`)).json();
			const told = toldOf(received.map(({ body }) => body));
			return newest.filter(({ id, rev }) => traffic.saved.has(id) && (told.get(id) ?? 0) < rev).map(({ id }) => id);
		};
		for (const until = Date.now() + TOLD_MS; Date.now() < until && (await untold()).length > 0; ) await wait(200);
		return {
			resident,
			heap,
			climbs: { resident: climb(resident), heap: climb(heap) },
			answers: Object.fromEntries([...traffic.answers].sort()),
			faults: traffic.faults,
			saves: [...traffic.saved.values()].reduce((sum, n) => sum + n, 0),
			untold: await untold(),
		};
	} finally {
		for (const end of ends.toReversed()) await end();
	}
}
