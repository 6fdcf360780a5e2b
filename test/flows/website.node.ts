/**
 * A website that reads again on each web-hook, naming the revision that it was told of: what it gets is never of before,
 * whoever wrote. The small version of `npm run prove -- website`, without Next.js.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, patiently } from "#db/commit.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { createClient } from "../../client/index.js";
import { buildAssets } from "../../scripts/build-assets.ts";
import { freePort } from "../../scripts/server.ts";
import { sessionOf } from "../support/admin-server.ts";
import { openDatabase } from "../support/content-database.ts";
import { isPrepared, readSecrets } from "../support/prepared-data.ts";
import { revisionOf, type Told, toldSince } from "../support/public-answers.ts";
import { startReceiver } from "../support/receiver.ts";
import { serveBuilt } from "../support/serve-built.ts";
import { newWriter, publish, save, step } from "../support/written-site.ts";

const ends: (() => Promise<void>)[] = [];
let world: Awaited<ReturnType<typeof start>>;

async function start() {
	if (!isPrepared()) await buildAssets();
	const { env, folder, dispose } = await openDatabase("demo");
	ends.push(dispose);
	const receiver = await startReceiver();
	ends.push(receiver.close);
	const secrets = readSecrets();
	const db = open(env.DB);
	const keys = { ENVIRONMENT: "development", SEALING_KEY: secrets.SEALING_KEY };
	await createEndpoint(db, keys, { url: `${receiver.origin}/site`, events: [], ...byOperator(Date.now()) });
	const cookie = `session=${await sessionOf({ env, db, secrets }, "editor@example.org")}`;
	const { address, stop } = await serveBuilt({ port: await freePort(), dataDir: folder });
	ends.push(stop);
	const writer = newWriter({ address, cookie });
	return { env, writer, origin: receiver.origin, client: createClient({ baseUrl: address }) };
}

before(async () => {
	world = await start();
});
after(async () => {
	for (const end of ends.toReversed()) await end();
});

/** The web-hook about the article that `write` changes, as soon as it comes. */
async function hookOf(write: () => Promise<unknown>): Promise<Told> {
	const reader = { address: world.writer.address, from: "10.7.0.1" };
	const rev = await revisionOf(reader);
	await write();
	await revisionOf(reader); // a visitor, who wakes what bare SQL cannot
	const [told] = await toldSince({ origin: world.origin, name: "site" }, rev, (all) => all.length > 0);
	assert.ok(told);
	return told;
}

test("what is read on a web-hook is not of before: new, corrected twice, by bare SQL, archived", async () => {
	const { client, writer, env } = world;
	const bare = "UPDATE articles SET title = '題 3', version = version + 1 WHERE slug = 'told'";
	const writes = [
		() => publish(writer, "article:told", { title: "題 0" }),
		() => save(writer, "article:told", { title: "題 1" }),
		() => save(writer, "article:told", { title: "題 2" }),
		() => patiently(() => env.DB.prepare(bare).run()),
	];
	// The website keeps asking, so memory and edge hold what was before.
	assert.equal(await client.article("told"), null);
	for (const [n, write] of writes.entries()) {
		const { rev, type } = await hookOf(write);
		assert.equal(type, n === 0 ? "article.published" : "article.updated");
		const title = `題 ${n}`;
		const found = await client.article("told", { minRev: rev });
		assert.equal(found?.movedTo === undefined && found?.data.title, title);
		assert.ok((await client.articles({}, { minRev: rev })).data.some((one) => one.title === title));
		const hits = await client.articles({ search: title }, { minRev: rev });
		assert.deepEqual(
			hits.data.map((one) => one.title),
			[title],
		);
		assert.equal((await client.changes({ since: rev - 1 }, { minRev: rev })).data[0]?.slug, "told");
	}
	const { rev } = await hookOf(() => step(writer, "article:told", { place: "archiving" }));
	assert.equal(await client.article("told", { minRev: rev }), null);
	const gone = await fetch(`${writer.address}/api/v1/articles/told`, { headers: { "X-Min-Rev": String(rev) } });
	assert.equal(gone.status, 410);
});
