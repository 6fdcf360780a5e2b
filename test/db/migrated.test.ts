/** Files of tests begin with a database that is written at once: it is the one that the migrations make. */
import { env, reset } from "cloudflare:test";
import { expect, test } from "vitest";
import { applyMigrations } from "../support/apply-migrations.ts";
import { rows } from "../support/users.ts";

type Made = { type: string; name: string; tbl_name: string; sql: string };

/** What there is, each kind in the order of its making, as triggers fire; and the rows of each table, without when they were written. */
async function everything(): Promise<{ made: Made[]; held: Record<string, unknown[]> }> {
	const made = await rows<Made>(
		`SELECT type, name, tbl_name, trim(sql, char(10)) AS sql FROM sqlite_master
			WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, rowid`,
	);
	const held: Record<string, unknown[]> = {};
	for (const { type, name } of made)
		if (type === "table")
			held[name] = (await rows(`SELECT * FROM "${name}" ORDER BY 1`)).map(
				({ applied_at: _applied, given_at: _given, ...row }) => row,
			);
	return { made, held };
}

test("what is written at once is what the migrations make, one after another", async () => {
	const atOnce = await everything();
	expect(atOnce.made.length).toBeGreaterThan(800);
	expect(atOnce.held.roles?.length).toBeGreaterThan(5);
	await reset();
	await applyMigrations(env.DB, env.MIGRATIONS);
	expect(atOnce).toEqual(await everything());
});
