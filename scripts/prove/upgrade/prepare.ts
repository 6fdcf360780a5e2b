/**
 * `prepare.ts seeded|filled`: is copied into the sources of the released version and runs there with that version's
 * modules, so that the data before the upgrade are written by that version. Signs in every demo user who has an email
 * address, in a DATA_DIR that is already seeded, or that is filled here with records of every kind. Prints the
 * sessions, the addresses of what it made, and all routes.
 */
import { readFileSync } from "node:fs";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { open } from "#db/commit.ts";
import { fillPages } from "../../../test/support/admin-rows.ts";
import { sessionOf } from "../../../test/support/admin-server.ts";
import { applyMigrations } from "../../../test/support/apply-migrations.ts";
import { readSecrets } from "../../../test/support/prepared-data.ts";
import { openBindings } from "../../bindings.ts";
import { DEMO_PEOPLE, seedDemo } from "../../demo/people.ts";
import { provideDigestStream } from "../../digest-stream.ts";

provideDigestStream();
const { env, dispose } = await openBindings({ remote: false });
try {
	const store = { env, db: open(env.DB), secrets: readSecrets() };
	let addresses: Record<string, string[]> = {};
	if (process.argv[2] === "filled") {
		await applyMigrations(env.DB, await readD1Migrations("migrations"));
		await applyMigrations(env.SEARCH, await readD1Migrations("migrations/search"));
		await seedDemo(store.db, store.secrets, Date.now());
		addresses = await fillPages(store);
	}
	const sessions: Record<string, string> = {};
	for (const { email } of DEMO_PEOPLE) if (email) sessions[email] = await sessionOf(store, email);
	const places: string[] = Object.keys(JSON.parse(readFileSync("test/auth/matrix.json", "utf8")));
	const routes = places.flatMap((place) => (place.startsWith("GET ") ? [place.slice("GET ".length)] : []));
	console.log(JSON.stringify({ sessions, addresses: Object.values(addresses).flat(), routes }));
} finally {
	await dispose();
}
