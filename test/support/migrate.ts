import { applyD1Migrations, env, reset } from "cloudflare:test";

// The file before left its rows and files behind.
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
await applyD1Migrations(env.SEARCH, env.SEARCH_MIGRATIONS);
