import { env, reset } from "cloudflare:test";
import { afterEach } from "vitest";
import { applyMigrations } from "./apply-migrations.ts";
import { expectInvariants, holdAgain } from "./invariants.ts";

const isFilled = async (database: D1Database) =>
	(await database
		.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'd1_migrations'")
		.first<number>("n")) !== 0;

// The file before left its rows and files behind. Where something of it still runs, a first reset may leave them, too.
do await reset();
while ((await isFilled(env.DB)) || (await isFilled(env.SEARCH)) || (await env.FILES.list()).objects.length > 0);
await env.DB.batch(env.MIGRATED.map((text) => env.DB.prepare(text)));
await applyMigrations(env.SEARCH, env.SEARCH_MIGRATIONS);

holdAgain();
afterEach(expectInvariants);
