/**
 * What every action of writing does to what is public: which answers of the API change, within 1.2 seconds, and which do
 * not; and what the website is told. Each row of the tables (test/support/effects) has a record of its own, because
 * changes of the same one within two seconds are told together.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, type TestContext, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { CORRECTED, PUBLISHED, TAKEN_BACK, TAKEN_DOWN, WRITTEN } from "../support/effects/articles.ts";
import { BULK, BULK_BACK, BULK_DOWN, BULK_PUBLISHED } from "../support/effects/bulk.ts";
import { DOCUMENTS } from "../support/effects/documents.ts";
import { type Effect, type Effects, WATCHED } from "../support/effects/effect.ts";
import { PAGES } from "../support/effects/pages.ts";
import { CATEGORIES, MEDIA, TAGS } from "../support/effects/terms.ts";
import {
	addressesOf,
	assertTold,
	changesSeen,
	expectedIn,
	hear,
	readAll,
	type Website,
	wordsIn,
} from "../support/effects/watch.ts";
import { MENUS, REDIRECTS, RELEASES, SYNONYMS } from "../support/effects/website.ts";
import { slowness } from "../support/node-pace.ts";
import { type Answer, ask, isSame, revisionOf, toldSince } from "../support/public-answers.ts";
import { startReceiver } from "../support/receiver.ts";
import { keepTerms, writeSite } from "../support/site-under-change.ts";
import { newWriter, type Writer } from "../support/written-site.ts";

const SLOWNESS = slowness();
/** Whoever asks this long after a form was answered sees what it changed. */
const WITHIN_MS = 1_200 * SLOWNESS;
/** An action wakes the web-hook itself, which waits until every reader sees the change. */
const TOLD_WITHIN_MS = 1_500 * SLOWNESS;
/** Half of them by then. That none takes longer is measured where nothing else runs: `npm run prove -- website`. */
const USUALLY_TOLD_WITHIN_MS = 1_000 * SLOWNESS;
/** In this order: the feed shows twenty articles, so that those which go are the newest, and those which come are last. */
const TABLES: readonly Effects[] = [
	TAKEN_DOWN,
	BULK_DOWN,
	WRITTEN,
	CORRECTED,
	BULK,
	CATEGORIES,
	TAGS,
	MEDIA,
	PUBLISHED,
	BULK_PUBLISHED,
	TAKEN_BACK,
	BULK_BACK,
	PAGES,
	DOCUMENTS,
	RELEASES,
	MENUS,
	REDIRECTS,
	SYNONYMS,
];

let world: AdminServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let writer: Writer;
let website: Website;
/** The revision of the site before the first action, and how many deliveries there were since. */
let begun: number;
let heard = 0;
let rows = 0;
/** When the action before was answered (UTC milliseconds). */
let answeredLast = 0;
/** The answers of records that are of no concern to readers, as they were. */
const unseen: { address: string; was: Answer }[] = [];
/** What took longer than it may, in milliseconds after the form was answered. */
const late: { row: string; what: string; ms: number; most: number }[] = [];
/** How long after each answer the website was told (ms). */
const delays: number[] = [];

/** Every address that is asked has its own allowance of answers that are not cached. */
const newReader = () => ({ address: world.address, from: `10.0.0.${++rows}` });

before(async () => {
	receiver = await startReceiver();
	world = await startAdmin();
	const cookieOf = async (email: string) => `session=${await sessionOf(world, email)}`;
	const [cookie, keeper] = [await cookieOf("editor@example.org"), await cookieOf("admin@example.org")];
	// There is one site, whose id is 1.
	writer = newWriter({ address: world.address, cookie, keeper });
	writer.ids.set("site:whole", 1);
	await writeSite(writer);
	writer.sent.length = 0;
	const url = `${receiver.origin}/site`;
	const keys = { ENVIRONMENT: "development", SEALING_KEY: world.secrets.SEALING_KEY };
	const { secret } = await createEndpoint(world.db, keys, { url, events: [], ...byOperator(Date.now()) });
	website = { origin: receiver.origin, name: "site", secret };
	begun = await revisionOf(newReader());
});
after(async () => {
	await world?.stop();
	await receiver?.close();
});

/** A feed says to the second when it was last built: what changes nothing else of it shows in a later second. */
const secondAfter = (time: number): Promise<void> =>
	wait(Math.max(0, Math.ceil((time + 1) / 1000) * 1000 - Date.now()));

/** Does what a row says, and holds everything that is public to it. */
async function prove(effect: Effect, context: TestContext): Promise<void> {
	const reader = newReader();
	const rev = await revisionOf(reader);
	const addresses = addressesOf(writer, effect, rev);
	const was = await readAll(reader, addresses, rev);
	await secondAfter(answeredLast);
	const { at: answeredAt } = await effect.act(writer);
	answeredLast = answeredAt;
	const seen = await changesSeen(reader, { addresses, was, effect });
	const now = await readAll(reader, addresses, await revisionOf(reader));
	const told = await hear(website, rev, now.changes);
	heard += told.length;
	const changed = WATCHED.filter((name) => !isSame(was[name], now[name]));
	assert.deepEqual(changed, expectedIn(effect), "the answers that change");
	if (wordsIn(effect.tags).some((word) => word.includes(":") && !writer.ids.has(word))) await keepTerms(writer);
	assertTold(writer, effect, told);
	effect.shows?.(now);
	if (changed.length === 0) unseen.push(...ownOf(effect).map((name) => ({ address: addresses[name], was: was[name] })));
	const times = [
		...seen.map(({ what, at }) => ({ what, ms: at - answeredAt, most: WITHIN_MS })),
		...told.map(({ type, at }) => ({ what: type, ms: at - answeredAt, most: TOLD_WITHIN_MS })),
	];
	context.diagnostic(times.map(({ what, ms }) => `${what} ${ms}`).join(", "));
	delays.push(...told.map(({ at }) => at - answeredAt));
	late.push(...times.filter(({ ms, most }) => ms > most).map((one) => ({ row: context.name, ...one })));
}

/** The records that a row names. */
const ownOf = (effect: Effect) => (["article", "page", "document"] as const).filter((name) => effect[name]);

/**
 * Addresses of writing that something can be sent to, as routes have them, but for that by which the queue makes pictures
 * once more.
 */
function addressesOfWriting(): string[] {
	const matrix: Record<string, string[]> = JSON.parse(readFileSync("test/auth/matrix.json", "utf8"));
	const writing =
		/^POST (\/admin\/(?:writing|articles|pages|categories|tags|media(?!\/failures)|documents|releases|menus|redirects|synonyms)\b.*)$/;
	return Object.keys(matrix).flatMap((one) => writing.exec(one)?.[1] ?? []);
}

describe("what an action changes", () => {
	for (const table of TABLES)
		for (const [name, effect] of Object.entries(table)) test(name, (context) => prove(effect, context));

	test("the website was told nothing else", async () => {
		const told = await toldSince(website, begun, () => true);
		assert.equal(told.length, heard);
	});

	test("what nobody was to see is not seen later either", async () => {
		const reader = newReader();
		const now = await Promise.all(unseen.map(({ address }) => ask(reader, address)));
		const told = unseen.filter(({ was }, at) => !isSame(was, now[at] ?? was)).map(({ address }) => address);
		assert.deepEqual(told, []);
	});

	test("all of it was seen and told in time", () => {
		assert.deepEqual(late, []);
		const median = delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY;
		assert.ok(median <= USUALLY_TOLD_WITHIN_MS, `told after ${median} ms, at the median of ${delays.length}`);
	});

	test("every address of writing that something is sent to has its row", () => {
		const isSent = (address: string): boolean => {
			const pattern = new RegExp(`^${address.replace(/:\w+/g, "(\\d+|[a-z2-7]{26})")}(\\?|$)`);
			return writer.sent.some((one) => pattern.test(one));
		};
		assert.deepEqual(
			addressesOfWriting().filter((one) => !isSent(one)),
			[],
		);
	});
});
