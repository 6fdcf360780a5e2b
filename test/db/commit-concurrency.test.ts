import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordAudit } from "#db/audit.ts";
import { commit, guard, open, type Write } from "#db/commit.ts";
import { enqueue } from "#db/content/outbox.ts";
import { byOperator } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { stepsOf } from "../support/chances.ts";

const db = open(env.DB);
const by = byOperator(1);

/** One change of a role as every action makes it: guarded by the version that was seen, with its audit and outbox row. */
const change = ({ role, version, sabotage }: { role: number; version: number; sabotage: boolean }): Write[] => [
	sql`UPDATE roles SET version = version + 1, description = description || 'x' WHERE id = ${role} AND version = ${version}`,
	guard("role.stale"),
	...recordAudit(db, { ...by, action: "role.edit", auditableType: "role", auditableId: String(role), description: "" }),
	...enqueue(db, { event: "webhook.ping", subject: String(role), at: 1 }),
	// The last statement of a batch fails: everything before it must be undone too.
	...(sabotage
		? [sql`INSERT INTO roles (id, code, name, created_at, updated_at) VALUES (${role}, 'taken', 'x', 0, 0)`]
		: []),
];

const state = (role: number) =>
	env.DB.prepare(
		`SELECT version, length(description) AS changes,
			(SELECT count(*) FROM audit_log WHERE auditable_type = 'role' AND auditable_id = ?2) AS audits,
			(SELECT count(*) FROM outbox WHERE subject = ?2) AS asked
		FROM roles WHERE id = ?1`,
	)
		.bind(role, String(role))
		.first<{ version: number; changes: number; audits: number; asked: number }>();

test("whatever happens at once, a change, its audit row and its outbox row are there together or not at all", async () => {
	let role = 1_000;
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
			async (rounds) => {
				const id = ++role;
				await commit(db, [
					sql`INSERT INTO roles (id, code, name, created_at, updated_at) VALUES (${id}, ${`r${id}`}, 'x', 0, 0)`,
				]);
				let version = 1;
				for (const round of rounds) {
					// Everybody of a round saw the same version, and sends at once; some of their batches break at the end.
					const ends = await Promise.allSettled(
						round.map((sabotage) => commit(db, change({ role: id, version, sabotage }))),
					);
					const won = ends.filter((end) => end.status === "fulfilled").length;
					const refused = ends.filter((end) => end.status === "rejected" && end.reason instanceof Refusal);
					// One of those that do not break wins; of the others each that came later is refused by name.
					expect(won).toBe(round.includes(false) ? 1 : 0);
					expect(refused.every((end) => end.status === "rejected" && end.reason.code === "role.stale")).toBe(true);
					version += won;
				}
				const changes = version - 1;
				expect(await state(id)).toEqual({ version, changes, audits: changes, asked: changes });
			},
		),
		{ numRuns: stepsOf(12) },
	);
});
