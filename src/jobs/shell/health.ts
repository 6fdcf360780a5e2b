import { open } from "#db/commit.ts";
import { readHealth } from "#db/shell/health.ts";
import { verifySome } from "#domain/shell/seals/anchor-actions.ts";
import { keepReport } from "#domain/system/actions.ts";
import {
	keyFindings,
	madeFindings,
	migrationFaults,
	sealFindings,
	structureFaults,
	tablesOf,
	wholeFindings,
} from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";
import { standingOf } from "#platform/database-standing.ts";
import { fingerprints } from "#platform/key-ids.ts";
import { log } from "#platform/log.ts";
import { signer } from "#platform/seal-macs.ts";
import { expectedStructure } from "#platform/structure.ts";

const MINUTE = 60_000;
/**
 * The minute of each hour in which the whole database is checked; SHOWN is the most faults of seals that are logged at
 * once.
 */
const CHECKING_MINUTE = 25;
const SHOWN = 5;

/**
 * Once an hour, checks the whole database (references, sums of the books, numbers, keys, structure), and whether the
 * audit log, receipts and vouchers are as they were sealed, a part of them each time; stores the findings for the
 * dashboard and /admin/health.
 */
export async function checkHealth(env: Bindings, at: number): Promise<void> {
	if (Math.floor(at / MINUTE) % 60 !== CHECKING_MINUTE) return;
	const expected = await expectedStructure(env);
	const { whole } = await readHealth(env.DB, at, { tables: tablesOf(expected) });
	const standing = await standingOf(whole);
	const seals = await verifySome(env, open(env.DB), await signer(env));
	const findings = [
		...sealFindings(seals.length),
		...wholeFindings(whole),
		...keyFindings(whole, await fingerprints(env)),
		...madeFindings({ ...migrationFaults(expected, standing), faults: structureFaults(expected, standing) }),
	];
	const wrong = findings.flatMap(({ code, level, count = 1 }) => (level === "wrong" ? [{ code, count }] : []));
	await keepReport(open(env.DB), wrong, at);
	if (seals.length > 0) log("error", "seals.wrong", { faults: seals.slice(0, SHOWN).join("; ") });
	if (wrong.length > 0) log("error", "health.wrong", { checks: wrong.map(({ code }) => code).join(" ") });
}
