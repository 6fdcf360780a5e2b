import { applyD1Migrations, env, reset } from "cloudflare:test";

const tables = () =>
	env.DB.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'members'").first<number>("n");

// The file before left its rows and files behind. Where something of it still runs, a first reset may leave them, too.
do await reset();
while (await tables());
await applyD1Migrations(env.DB, env.MIGRATIONS);
await applyD1Migrations(env.SEARCH, env.SEARCH_MIGRATIONS);
